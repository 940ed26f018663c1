/** What is handed to another app: an address of this product, or a text of its own. */
type Shared = { readonly title: string } & (
  | { readonly url: string; readonly text?: never }
  | { readonly text: string; readonly url?: never }
);

/**
 * Hands something to another app; where the browser cannot, copies it.
 * @returns `none` when the reader thought better of it, or the browser refused both ways.
 */
export async function shareText(shared: Shared): Promise<'shared' | 'copied' | 'none'> {
  try {
    if (typeof navigator.share === 'function') {
      await navigator.share(shared);
      return 'shared';
    }
    await navigator.clipboard.writeText(shared.url ?? shared.text);
    return 'copied';
  } catch {
    return 'none';
  }
}
