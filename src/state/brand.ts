/**
 * What the venue is called: the exchange writes it into the page's head. The product's own name where no exchange did.
 * @see server/host/brand
 */
export function venueName(): string {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="application-name"]');
  return meta?.content || __NAME__;
}

/** The name as files may begin with: `north-sea`. */
export function venueSlug(): string {
  const slug = venueName()
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return slug === '' ? 'venue' : slug;
}
