/** How long a page that is kept waits for a newer one, ms. */
export const PAGE_WAIT_MS = 3_000;

export interface ShellDeps {
  readonly load: (request: Request) => Promise<Response>;
  /** The page as it came with this service worker. */
  readonly kept: () => Promise<Response | undefined>;
  /** Runs once; @returns undo. */
  readonly after: (ms: number, run: () => void) => () => void;
}

/**
 * The page for any route: as the server has it now, so that nobody is kept on an old build; the kept one when there is
 * no network, when it takes too long, or while the server is in trouble.
 */
export async function answerPage(request: Request, { load, kept, after }: ShellDeps): Promise<Response> {
  const fresh = load(request).then(
    (answer) => (answer.status >= 500 ? undefined : answer),
    () => undefined,
  );
  let stop: () => void = () => undefined;
  const late = new Promise<undefined>((resolve) => {
    stop = after(PAGE_WAIT_MS, () => resolve(undefined));
  });
  const first = await Promise.race([fresh, late]);
  stop();
  return first ?? (await kept()) ?? (await fresh) ?? Response.error();
}

/** Whether an address is a route of the page, as opposed to a call, a file or a question about the server's health. */
export const isRoute = (path: string): boolean =>
  !/^\/(api|assets|docs|ws|healthz|readyz)(\/|$)/.test(path) && !/\.[a-z0-9]{1,12}$/i.test(path);
