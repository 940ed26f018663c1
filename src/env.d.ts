/** Names the build; changes whenever a source changes. */
declare const __BUILD_ID__: string;
