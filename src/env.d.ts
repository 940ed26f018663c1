/** Names the build; changes whenever a source changes. */
declare const __BUILD_ID__: string;
/** The product's own name, which that of a venue takes the place of. @see src/state/brand.ts */
declare const __NAME__: string;
/** Whether the page reads a venue itself and has no exchange; an object then. */
declare const __STATIC__: unknown;
