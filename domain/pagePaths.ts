/** Every path of the page, as its routes name them: the exchange answers any other with 404. */
export const pagePaths = [
  '/home',
  '/market',
  '/trade',
  '/cycle',
  '/property',
  '/property/coinRecord',
  '/coinSearch',
  '/coinDetail/:coinType',
  '/lockMining',
  '/confirmLock/:id',
  '/lockRecord',
  '/allRecord/:coinType',
  '/contractRecord/:coinType',
  '/tradDetail/:id',
  '/stopPl',
  '/recharge',
  '/withdraw',
  '/withdrawBank',
  '/transfer',
  '/convert',
  '/convertRecord',
  '/mine',
  '/mine/identity',
  '/mine/identityNew',
  '/mine/identityBase',
  '/mine/identityAdvance',
  '/mine/phone',
  '/mine/email',
  '/mine/editEmail',
  '/mine/password',
  '/mine/fund',
  '/mine/security',
  '/mine/coinAddress',
  '/mine/addCoinAddress',
  '/mine/myTeam',
  '/mine/invite',
  '/mine/helpCenter',
  '/mine/addQuestion',
  '/mine/questionRecord',
  '/announcement',
  '/announcementDetail/:id',
  '/setting',
  '/documentDetail/:type',
  '/aboutUs',
  '/customerService',
  '/download',
  '/register',
  '/login',
  '/retrieve',
  '/mine/totp',
  '/mine/passkeys',
  '/mine/sessions',
  '/mine/logins',
  '/mine/phishing',
  '/mine/api',
  '/property/deposits',
  '/property/withdrawals',
  '/mine/helpCenter/:slug',
  '/mine/alerts',
  '/mine/news',
  '/dev/outbox',
  '/dev/perf',
  '/dev/flight',
  '/dev/ui',
] as const;
export type PagePath = (typeof pagePaths)[number];

/** Whether the page has a screen at a path. @param path begins with a slash, without a query. */
export function isPagePath(path: string): boolean {
  const parts = path.replace(/\/$/, '').split('/');
  return ['', ...pagePaths].some((known) => {
    const wanted = known.split('/');
    const fits = (part: string, i: number) =>
      wanted[i]?.startsWith(':') ? part !== '' : part.toLowerCase() === wanted[i]?.toLowerCase();
    return wanted.length === parts.length && parts.every(fits);
  });
}
