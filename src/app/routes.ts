import type { ComponentType, LazyExoticComponent } from 'react';
import { lazy } from 'react';
import { lazyChunk } from './chunks.ts';

type Screen = LazyExoticComponent<ComponentType>;

export interface Route {
  readonly path: string;
  /** Decides the slide: from a lower to a higher number the new screen comes from the right. */
  readonly order: number;
  /** Key of the title in the words of `app`. */
  readonly title: `title.${string}`;
  /** Place in the bottom navigation, for the five screens that stand there. */
  readonly tab?: number;
  /** Opens only with a token; others are led to /login. */
  readonly needsToken?: true;
  /** The screen; a route without one says honestly that it is not open yet. */
  readonly screen?: Screen;
}

const screen = (load: () => Promise<{ default: ComponentType }>): Screen => lazy(lazyChunk(load));

/** Every route of the product, in one table; from order 70 on they are ours. @see specification §2 */
export const routes: readonly Route[] = [
  {
    path: '/home',
    order: 0,
    tab: 0,
    title: 'title.home',
    screen: screen(() => import('../screens/home/HomeScreen.tsx')),
  },
  {
    path: '/market',
    order: 1,
    tab: 1,
    title: 'title.market',
    screen: screen(() => import('../screens/market/MarketScreen.tsx')),
  },
  {
    path: '/trade',
    order: 2,
    tab: 2,
    title: 'title.trade',
    screen: screen(() => import('../screens/trade/TradeScreen.tsx')),
  },
  {
    path: '/cycle',
    order: 3,
    tab: 3,
    title: 'title.cycle',
    screen: screen(() => import('../screens/cycle/CycleScreen.tsx')),
  },
  {
    path: '/property',
    order: 4,
    tab: 4,
    title: 'title.property',
    screen: screen(() => import('../screens/property/PropertyScreen.tsx')),
  },
  {
    path: '/property/coinRecord',
    order: 10,
    title: 'title.coinRecord',
    screen: screen(() => import('../screens/property/CoinRecordScreen.tsx')),
  },
  {
    path: '/coinSearch',
    order: 11,
    title: 'title.coinSearch',
    screen: screen(() => import('../screens/search/SearchScreen.tsx')),
  },
  {
    path: '/coinDetail/:coinType',
    order: 12,
    title: 'title.coinDetail',
    screen: screen(() => import('../screens/detail/DetailScreen.tsx')),
  },
  {
    path: '/lockMining',
    order: 13,
    title: 'title.lockMining',
    screen: screen(() => import('../screens/lock/LockMiningScreen.tsx')),
  },
  {
    path: '/confirmLock/:id',
    order: 14,
    title: 'title.confirmLock',
    screen: screen(() => import('../screens/lock/ConfirmLockScreen.tsx')),
  },
  {
    path: '/lockRecord',
    order: 15,
    title: 'title.lockRecord',
    screen: screen(() => import('../screens/lock/LockRecordScreen.tsx')),
  },
  {
    path: '/allRecord/:coinType',
    order: 16,
    title: 'title.allRecord',
    screen: screen(() => import('../screens/orders/OrderRecordScreen.tsx')),
  },
  {
    path: '/contractRecord/:coinType',
    order: 17,
    title: 'title.contractRecord',
    screen: screen(() => import('../screens/contracts/ContractRecordScreen.tsx')),
  },
  {
    path: '/tradDetail/:id',
    order: 18,
    title: 'title.tradDetail',
    screen: screen(() => import('../screens/orders/OrderDetailScreen.tsx')),
  },
  {
    path: '/stopPl',
    order: 19,
    title: 'title.stopPl',
    screen: screen(() => import('../screens/perpetual/StopPlScreen.tsx')),
  },
  {
    path: '/recharge',
    order: 20,
    title: 'title.recharge',
    screen: screen(() => import('../screens/wallet/RechargeScreen.tsx')),
  },
  {
    path: '/withdraw',
    order: 21,
    title: 'title.withdraw',
    screen: screen(() => import('../screens/wallet/WithdrawScreen.tsx')),
  },
  {
    path: '/withdrawBank',
    order: 22,
    title: 'title.withdrawBank',
    screen: screen(() => import('../screens/wallet/WithdrawBankScreen.tsx')),
  },
  {
    path: '/transfer',
    order: 23,
    title: 'title.transfer',
    screen: screen(() => import('../screens/transfer/TransferScreen.tsx')),
  },
  {
    path: '/convert',
    order: 24,
    title: 'title.convert',
    screen: screen(() => import('../screens/convert/ConvertScreen.tsx')),
  },
  {
    path: '/convertRecord',
    order: 25,
    title: 'title.convertRecord',
    screen: screen(() => import('../screens/convert/ConvertRecordScreen.tsx')),
  },
  {
    path: '/mine',
    order: 30,
    title: 'title.mine',
    screen: screen(() => import('../screens/mine/MineScreen.tsx')),
  },
  { path: '/mine/identity', order: 31, needsToken: true, title: 'title.identity' },
  { path: '/mine/identityNew', order: 32, needsToken: true, title: 'title.identityNew' },
  { path: '/mine/identityBase', order: 33, title: 'title.identityBase' },
  { path: '/mine/identityAdvance', order: 34, title: 'title.identityAdvance' },
  {
    path: '/mine/phone',
    order: 35,
    title: 'title.phone',
    screen: screen(() => import('../screens/mine/PhoneScreen.tsx')),
  },
  {
    path: '/mine/email',
    order: 36,
    title: 'title.email',
    screen: screen(() => import('../screens/mine/EmailScreen.tsx')),
  },
  {
    path: '/mine/editEmail',
    order: 37,
    title: 'title.editEmail',
    screen: screen(() => import('../screens/mine/EditEmailScreen.tsx')),
  },
  {
    path: '/mine/password',
    order: 38,
    title: 'title.password',
    screen: screen(() => import('../screens/mine/PasswordScreen.tsx')),
  },
  {
    path: '/mine/fund',
    order: 39,
    title: 'title.fund',
    screen: screen(() => import('../screens/mine/FundScreen.tsx')),
  },
  {
    path: '/mine/security',
    order: 40,
    title: 'title.security',
    screen: screen(() => import('../screens/mine/SecurityScreen.tsx')),
  },
  {
    path: '/mine/coinAddress',
    order: 41,
    title: 'title.coinAddress',
    screen: screen(() => import('../screens/wallet/CoinAddressScreen.tsx')),
  },
  {
    path: '/mine/addCoinAddress',
    order: 42,
    title: 'title.addCoinAddress',
    screen: screen(() => import('../screens/wallet/AddCoinAddressScreen.tsx')),
  },
  {
    path: '/mine/myTeam',
    order: 43,
    title: 'title.myTeam',
    screen: screen(() => import('../screens/team/MyTeamScreen.tsx')),
  },
  {
    path: '/mine/invite',
    order: 44,
    title: 'title.invite',
    screen: screen(() => import('../screens/team/InviteScreen.tsx')),
  },
  { path: '/mine/helpCenter', order: 45, title: 'title.helpCenter' },
  { path: '/mine/addQuestion', order: 46, title: 'title.addQuestion' },
  { path: '/mine/questionRecord', order: 47, title: 'title.questionRecord' },
  { path: '/announcement', order: 50, title: 'title.announcement' },
  { path: '/announcementDetail/:id', order: 51, title: 'title.announcementDetail' },
  {
    path: '/setting',
    order: 52,
    title: 'title.setting',
    screen: screen(() => import('../screens/settings/SettingScreen.tsx')),
  },
  { path: '/documentDetail/:type', order: 53, title: 'title.documentDetail' },
  { path: '/aboutUs', order: 54, title: 'title.aboutUs' },
  { path: '/customerService', order: 55, title: 'title.customerService' },
  { path: '/download', order: 56, title: 'title.download' },
  {
    path: '/register',
    order: 60,
    title: 'title.register',
    screen: screen(() => import('../screens/access/RegisterScreen.tsx')),
  },
  {
    path: '/login',
    order: 61,
    title: 'title.login',
    screen: screen(() => import('../screens/access/LoginScreen.tsx')),
  },
  {
    path: '/retrieve',
    order: 62,
    title: 'title.retrieve',
    screen: screen(() => import('../screens/access/RetrieveScreen.tsx')),
  },
  {
    path: '/mine/totp',
    order: 70,
    title: 'title.totp',
    screen: screen(() => import('../screens/mine/TotpScreen.tsx')),
  },
  {
    path: '/mine/sessions',
    order: 71,
    title: 'title.sessions',
    screen: screen(() => import('../screens/mine/SessionsScreen.tsx')),
  },
  {
    path: '/mine/logins',
    order: 72,
    title: 'title.logins',
    screen: screen(() => import('../screens/mine/LoginsScreen.tsx')),
  },
  {
    path: '/mine/phishing',
    order: 73,
    title: 'title.phishing',
    screen: screen(() => import('../screens/mine/PhishingScreen.tsx')),
  },
  {
    path: '/property/deposits',
    order: 74,
    title: 'title.deposits',
    screen: screen(() => import('../screens/wallet/DepositRecordScreen.tsx')),
  },
  {
    path: '/property/withdrawals',
    order: 75,
    title: 'title.withdrawals',
    screen: screen(() => import('../screens/wallet/WithdrawalRecordScreen.tsx')),
  },
  {
    path: '/dev/outbox',
    order: 80,
    title: 'title.outbox',
    screen: screen(() => import('../screens/dev/OutboxScreen.tsx')),
  },
];
