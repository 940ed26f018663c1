// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest';
import { pagePaths } from '../../domain/index.ts';
import { routes } from '../../src/app/routes.ts';

vi.mock('../../src/state/client.ts', async () => (await import('../support/page.tsx')).fakeWorker);

/** Section 2 of the specification, word for word. */
const SPECIFIED = `/home /market /trade /cycle /property /property/coinRecord /lockMining /confirmLock/{id} /lockRecord /allRecord/{coinType}
/contractRecord/{coinType} /recharge /withdraw /withdrawBank /transfer /convert /convertRecord /stopPl /mine /mine/identity /mine/identityNew
/mine/identityBase /mine/identityAdvance /mine/phone /mine/email /mine/editEmail /mine/password /mine/fund /mine/security /mine/coinAddress
/mine/addCoinAddress /mine/myTeam /mine/invite /mine/helpCenter /mine/addQuestion /mine/questionRecord /register /login /retrieve /announcement
/announcementDetail/{id} /setting /documentDetail/{type} /tradDetail/{id} /aboutUs /customerService /download /coinSearch /coinDetail/{coinType}`;

it('declares every route of the specification', () => {
  const wanted = SPECIFIED.split(/\s+/).map((path) => path.replace(/\{(\w+)\}/g, ':$1'));
  expect(routes.map(({ path }) => path)).toEqual(expect.arrayContaining(wanted));
});
it('declares those that the exchange knows as pages, and no other', () => {
  expect(routes.map(({ path }) => path).sort()).toEqual([...pagePaths].sort());
});
it('orders them, tabs first, none twice', () => {
  expect(new Set(routes.map(({ order }) => order)).size).toBe(routes.length);
  expect(
    routes.filter(({ tab }) => tab !== undefined).map(({ path, tab, order }) => `${tab}${order}${path}`),
  ).toEqual(['00/home', '11/market', '22/trade', '33/cycle', '44/property']);
});
it('asks for a token at two of them only', () => {
  expect(routes.filter(({ needsToken }) => needsToken).map(({ path }) => path)).toEqual([
    '/mine/identity',
    '/mine/identityNew',
  ]);
});
