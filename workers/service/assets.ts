/** Scripts, styles and words, each under a name that says what is in it: what is kept never grows old. */
export const ASSETS = 'tidemark-assets';
/** More than two builds' worth of what one user uses. */
export const MOST_ASSETS = 400;

/** Whether an address is a hashed file of a build, of this place. */
export const isAsset = (url: URL, origin: string): boolean =>
  url.origin === origin && /^\/assets\/[\w.-]+$/.test(url.pathname) && url.search === '';

/** Keeps files that the page has loaded before there was a service worker; the browser has them at hand. */
export async function storeAssets(
  kept: Pick<Cache, 'match' | 'put'>,
  urls: readonly string[],
  origin: string,
  load: (url: string) => Promise<Response>,
): Promise<void> {
  const wanted = [...new Set(urls)].filter((url) => URL.canParse(url) && isAsset(new URL(url), origin));
  await Promise.all(
    wanted.slice(0, MOST_ASSETS).map(async (url) => {
      if (await kept.match(url)) return;
      const answer = await load(url).catch(() => undefined);
      if (answer?.status === 200) await kept.put(url, answer);
    }),
  );
}

/** Lets go of the files that were kept first; they are those of builds long gone. */
export async function trimAssets(kept: Pick<Cache, 'keys' | 'delete'>): Promise<void> {
  const keys = await kept.keys();
  for (const key of keys.slice(0, Math.max(0, keys.length - MOST_ASSETS))) await kept.delete(key);
}
