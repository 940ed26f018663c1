import type { ComponentType } from 'react';
import { lazy } from 'react';
import { matchPath } from 'react-router-dom';
import type { PagePath } from '../../domain/index.ts';
import { allWords, withWords } from '../i18n/index.ts';
import { lazyChunk, quietly } from './chunks.ts';
import type { Route } from './route.ts';

/** Of the home screen, whose words are there from the start. */
const FIRST = { tab: 0, hasFirstWords: true } as const;

interface More extends Pick<Route, 'tab' | 'needsToken' | 'needsExchange'> {
  readonly hasFirstWords?: boolean;
}

/** A route whose screen's code comes when it is first opened. @param order its place among the slides. */
const at = (
  path: PagePath,
  order: number,
  title: Route['title'],
  load: () => Promise<{ default: ComponentType }>,
  { hasFirstWords = false, ...more }: More = {},
): Route => {
  let loaded: ComponentType | undefined;
  const whole = hasFirstWords ? lazyChunk(load) : withWords(load);
  const once = async () => {
    const module = await whole();
    loaded = module.default;
    return module;
  };
  const ahead = async () => {
    const module = await quietly(load);
    if (module && !hasFirstWords) await allWords();
    loaded ??= module?.default;
  };
  const waiting = lazy(once);
  return {
    path,
    order,
    title,
    screen: () => loaded ?? waiting,
    prepare: async () => void (loaded ?? (await once())),
    ahead,
    ...more,
  };
};

/** Every route of the product, in one table; from order 70 on they are ours. @see specification §2 */
export const routes: readonly Route[] = [
  at('/home', 0, 'title.home', () => import('../screens/home/HomeScreen.tsx'), FIRST),
  at('/market', 1, 'title.market', () => import('../screens/market/MarketScreen.tsx'), { tab: 1 }),
  at('/trade', 2, 'title.trade', () => import('../screens/trade/TradeScreen.tsx'), { tab: 2 }),
  at('/cycle', 3, 'title.cycle', () => import('../screens/cycle/CycleScreen.tsx'), { tab: 3 }),
  at('/property', 4, 'title.property', () => import('../screens/balances/BalancesScreen.tsx'), { tab: 4 }),
  at(
    '/property/coinRecord',
    10,
    'title.coinRecord',
    () => import('../screens/balances/CoinRecordScreen.tsx'),
  ),
  at('/coinSearch', 11, 'title.coinSearch', () => import('../screens/search/SearchScreen.tsx')),
  at('/coinDetail/:coinType', 12, 'title.coinDetail', () => import('../screens/detail/DetailScreen.tsx')),
  at('/lockMining', 13, 'title.lockMining', () => import('../screens/storage/StoragePlansScreen.tsx')),
  at(
    '/confirmLock/:id',
    14,
    'title.confirmLock',
    () => import('../screens/storage/ConfirmStorageScreen.tsx'),
  ),
  at('/lockRecord', 15, 'title.lockRecord', () => import('../screens/storage/StorageRecordScreen.tsx')),
  at('/allRecord/:coinType', 16, 'title.allRecord', () => import('../screens/orders/OrderRecordScreen.tsx')),
  at(
    '/contractRecord/:coinType',
    17,
    'title.contractRecord',
    () => import('../screens/contracts/ContractRecordScreen.tsx'),
  ),
  at('/tradDetail/:id', 18, 'title.tradDetail', () => import('../screens/orders/OrderDetailScreen.tsx')),
  at('/stopPl', 19, 'title.stopPl', () => import('../screens/perpetual/StopPlScreen.tsx')),
  at('/recharge', 20, 'title.recharge', () => import('../screens/wallet/RechargeScreen.tsx')),
  at('/withdraw', 21, 'title.withdraw', () => import('../screens/wallet/WithdrawScreen.tsx')),
  at('/withdrawBank', 22, 'title.withdrawBank', () => import('../screens/wallet/WithdrawBankScreen.tsx')),
  at('/transfer', 23, 'title.transfer', () => import('../screens/transfer/TransferScreen.tsx')),
  at('/convert', 24, 'title.convert', () => import('../screens/convert/ConvertScreen.tsx')),
  at('/convertRecord', 25, 'title.convertRecord', () => import('../screens/convert/ConvertRecordScreen.tsx')),
  at('/mine', 30, 'title.mine', () => import('../screens/account/AccountScreen.tsx')),
  at('/mine/identity', 31, 'title.identity', () => import('../screens/identity/IdentityScreen.tsx'), {
    needsToken: true,
  }),
  at(
    '/mine/identityNew',
    32,
    'title.identityNew',
    () => import('../screens/identity/IdentityNewScreen.tsx'),
    { needsToken: true },
  ),
  at(
    '/mine/identityBase',
    33,
    'title.identityBase',
    () => import('../screens/identity/IdentityBaseScreen.tsx'),
  ),
  at(
    '/mine/identityAdvance',
    34,
    'title.identityAdvance',
    () => import('../screens/identity/IdentityAdvanceScreen.tsx'),
  ),
  at('/mine/phone', 35, 'title.phone', () => import('../screens/account/PhoneScreen.tsx')),
  at('/mine/email', 36, 'title.email', () => import('../screens/account/EmailScreen.tsx')),
  at('/mine/editEmail', 37, 'title.editEmail', () => import('../screens/account/EditEmailScreen.tsx')),
  at('/mine/password', 38, 'title.password', () => import('../screens/account/PasswordScreen.tsx')),
  at('/mine/fund', 39, 'title.fund', () => import('../screens/account/FundScreen.tsx')),
  at('/mine/security', 40, 'title.security', () => import('../screens/account/SecurityScreen.tsx')),
  at('/mine/coinAddress', 41, 'title.coinAddress', () => import('../screens/wallet/CoinAddressScreen.tsx')),
  at(
    '/mine/addCoinAddress',
    42,
    'title.addCoinAddress',
    () => import('../screens/wallet/AddCoinAddressScreen.tsx'),
  ),
  at('/mine/myTeam', 43, 'title.myTeam', () => import('../screens/team/MyTeamScreen.tsx')),
  at('/mine/invite', 44, 'title.invite', () => import('../screens/team/InviteScreen.tsx')),
  at('/mine/helpCenter', 45, 'title.helpCenter', () => import('../screens/content/HelpScreen.tsx')),
  at('/mine/addQuestion', 46, 'title.addQuestion', () => import('../screens/support/AddQuestionScreen.tsx')),
  at(
    '/mine/questionRecord',
    47,
    'title.questionRecord',
    () => import('../screens/support/QuestionRecordScreen.tsx'),
  ),
  at('/announcement', 50, 'title.announcement', () => import('../screens/content/NoticesScreen.tsx')),
  at(
    '/announcementDetail/:id',
    51,
    'title.announcementDetail',
    () => import('../screens/content/NoticeScreen.tsx'),
  ),
  at('/setting', 52, 'title.setting', () => import('../screens/settings/SettingScreen.tsx')),
  at(
    '/documentDetail/:type',
    53,
    'title.documentDetail',
    () => import('../screens/content/DocumentScreen.tsx'),
  ),
  at('/aboutUs', 54, 'title.aboutUs', () => import('../screens/content/AboutScreen.tsx')),
  at('/customerService', 55, 'title.customerService', () => import('../screens/content/ServiceScreen.tsx')),
  at('/download', 56, 'title.download', () => import('../screens/content/DownloadScreen.tsx')),
  at('/register', 60, 'title.register', () => import('../screens/access/RegisterScreen.tsx'), {
    needsExchange: true,
  }),
  at('/login', 61, 'title.login', () => import('../screens/access/LoginScreen.tsx'), { needsExchange: true }),
  at('/retrieve', 62, 'title.retrieve', () => import('../screens/access/RetrieveScreen.tsx'), {
    needsExchange: true,
  }),
  at('/mine/totp', 70, 'title.totp', () => import('../screens/account/TotpScreen.tsx')),
  at('/mine/passkeys', 84, 'title.passkeys', () => import('../screens/account/PasskeysScreen.tsx')),
  at('/mine/sessions', 71, 'title.sessions', () => import('../screens/account/SessionsScreen.tsx')),
  at('/mine/logins', 72, 'title.logins', () => import('../screens/account/LoginsScreen.tsx')),
  at('/mine/phishing', 73, 'title.phishing', () => import('../screens/account/PhishingScreen.tsx')),
  at('/mine/api', 79, 'title.api', () => import('../screens/account/ApiScreen.tsx')),
  at('/property/deposits', 74, 'title.deposits', () => import('../screens/wallet/DepositRecordScreen.tsx')),
  at(
    '/property/withdrawals',
    75,
    'title.withdrawals',
    () => import('../screens/wallet/WithdrawalRecordScreen.tsx'),
  ),
  at('/property/results', 85, 'title.results', () => import('../screens/results/ResultsScreen.tsx')),
  at(
    '/mine/helpCenter/:slug',
    76,
    'title.helpCenter',
    () => import('../screens/content/HelpArticleScreen.tsx'),
  ),
  at('/mine/alerts', 77, 'title.alerts', () => import('../screens/alerts/AlertsScreen.tsx')),
  at('/mine/news', 78, 'title.news', () => import('../screens/account/NewsScreen.tsx')),
  at('/dev/outbox', 80, 'title.outbox', () => import('../screens/dev/OutboxScreen.tsx')),
  at('/dev/ui', 83, 'title.ui', () => import('../screens/dev/UiScreen.tsx')),
  at('/dev/perf', 82, 'title.perf', () => import('../screens/dev/PerfScreen.tsx')),
  at('/dev/flight', 81, 'title.flight', () => import('../screens/dev/FlightScreen.tsx')),
];

export const routeOf = (pathname: string): Route | undefined =>
  routes.find(({ path }) => matchPath(path, pathname));
