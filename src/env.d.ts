/** Names the build; changes whenever a source changes. */
declare const __BUILD_ID__: string;
/** Whether the page reads a venue itself and has no exchange; an object then. */
declare const __STATIC__: unknown;
