/** Of a build for pages that read a venue themselves: its addresses, where they are not the venue's own. */
declare const __STATIC__: false | { readonly hosts: import('../feeds/index.ts').VenueHosts };

/** The product's own name; an exchange puts its venue's in its place in the service worker. */
declare const __NAME__: string;
