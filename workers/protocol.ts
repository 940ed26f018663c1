/**
 * What the page and the market worker say to each other. Everything here survives a structured clone: text to
 * show, plus the few raw fields that drive colour and direction.
 */
import type { Language } from '../domain/index.ts';
import type * as alerts from './protocol/alerts.ts';
import type * as content from './protocol/content.ts';
import type * as convert from './protocol/convert.ts';
import type * as cycle from './protocol/cycle.ts';
import type * as deposits from './protocol/deposits.ts';
import type * as depth from './protocol/depth.ts';
import type * as flight from './protocol/flight.ts';
import type * as identity from './protocol/identity.ts';
import type * as market from './protocol/market.ts';
import type * as news from './protocol/news.ts';
import type * as openInterest from './protocol/openInterest.ts';
import type * as perf from './protocol/perf.ts';
import type * as perpetual from './protocol/perpetual.ts';
import type * as perpetualForms from './protocol/perpetualForms.ts';
import type * as perpetualPast from './protocol/perpetualPast.ts';
import type * as results from './protocol/results.ts';
import type * as scaled from './protocol/scaled.ts';
import type * as scenario from './protocol/scenario.ts';
import type * as storage from './protocol/storage.ts';
import type * as support from './protocol/support.ts';
import type * as team from './protocol/team.ts';
import type * as ticket from './protocol/ticket.ts';
import type * as user from './protocol/user.ts';
import type * as wallet from './protocol/wallet.ts';
import type * as worth from './protocol/worth.ts';

export type * from './protocol/alerts.ts';
export type * from './protocol/answers.ts';
export type * from './protocol/content.ts';
export type * from './protocol/convert.ts';
export type * from './protocol/cycle.ts';
export type * from './protocol/depth.ts';
export type * from './protocol/flight.ts';
export type * from './protocol/identity.ts';
export * from './protocol/market.ts';
export type * from './protocol/news.ts';
export type * from './protocol/openInterest.ts';
export type * from './protocol/perf.ts';
export type * from './protocol/perpetual.ts';
export type * from './protocol/perpetualForms.ts';
export type * from './protocol/perpetualPast.ts';
export type * from './protocol/profile.ts';
export type * from './protocol/results.ts';
export type * from './protocol/scaled.ts';
export type * from './protocol/scenario.ts';
export type * from './protocol/storage.ts';
export type * from './protocol/support.ts';
export type * from './protocol/team.ts';
export type * from './protocol/ticket.ts';
export type * from './protocol/user.ts';
export type * from './protocol/wallet.ts';
export type * from './protocol/worth.ts';

/** What a page may show: by kind, what it requests and what it receives. */
export interface Views {
  list: [market.ListView, market.ListFrame];
  ticker: [market.TickerView, market.TickerFrame];
  candles: [market.CandlesView, market.CandlesFrame];
  book: [market.BookView, market.BookFrame];
  depth: [depth.DepthView, depth.DepthFrame];
  openInterest: [openInterest.OpenInterestView, openInterest.OpenInterestFrame];
  trades: [market.TradesView, market.TradesFrame];
  status: [market.StatusView, market.StatusFrame];
  balances: [user.BalancesView, user.BalancesFrame];
  records: [user.RecordsView, user.RecordsFrame];
  journal: [user.JournalView, user.JournalFrame];
  orders: [user.OrdersView, user.OrdersFrame];
  marks: [user.MarksView, user.MarksFrame];
  orderHistory: [user.OrderHistoryView, user.OrderHistoryFrame];
  ticket: [ticket.TicketView, ticket.TicketFrame];
  ownLevels: [ticket.OwnLevelsView, ticket.OwnLevelsFrame];
  news: [news.NewsView, news.NewsFrame];
  notifications: [news.NotificationsView, news.NotificationsFrame];
  convert: [convert.ConvertView, convert.ConvertFrame];
  convertAssets: [convert.ConvertAssetsView, convert.ConvertAssetsFrame];
  convertSmall: [convert.ConvertSmallView, convert.ConvertSmallFrame];
  conversions: [convert.ConversionsView, convert.ConversionsFrame];
  transfer: [convert.TransferView, convert.TransferFrame];
  worth: [worth.WorthView, worth.WorthFrame];
  cycleAssets: [cycle.CycleAssetsView, cycle.CycleAssetsFrame];
  cycleTicket: [cycle.CycleTicketView, cycle.CycleTicketFrame];
  cycleOpen: [cycle.CycleOpenView, cycle.CycleOpenFrame];
  cycleSeconds: [cycle.CycleSecondsView, cycle.CycleSecondsFrame];
  cycleHistory: [cycle.CycleHistoryView, cycle.CycleHistoryFrame];
  futures: [perpetual.FuturesView, perpetual.FuturesFrame];
  futuresMarks: [perpetual.FuturesMarksView, user.MarksFrame];
  futuresHead: [perpetual.FuturesHeadView, perpetual.FuturesHeadFrame];
  futuresTicket: [perpetualForms.FuturesTicketView, perpetualForms.FuturesTicketFrame];
  futuresClose: [perpetualForms.FuturesCloseView, perpetualForms.FuturesCloseFrame];
  futuresTerms: [perpetualForms.FuturesTermsView, perpetualForms.FuturesTermsFrame];
  futuresMargin: [perpetualForms.FuturesMarginView, perpetualForms.FuturesMarginFrame];
  futuresGuard: [perpetualForms.FuturesGuardView, perpetualForms.FuturesGuardFrame];
  futuresTrail: [perpetualForms.FuturesTrailView, perpetualForms.FuturesTrailFrame];
  fundingSums: [perpetualPast.FundingSumsView, perpetualPast.FundingSumsFrame];
  futuresHistory: [perpetualPast.FuturesHistoryView, perpetualPast.FuturesHistoryFrame];
  results: [results.ResultsView, results.ResultsFrame];
  scaled: [scaled.ScaledView, scaled.ScaledFrame];
  scenario: [scenario.ScenarioView, scenario.ScenarioFrame];
  walletDeposit: [deposits.WalletDepositView, deposits.WalletDepositFrame];
  walletDeposits: [deposits.WalletDepositsView, deposits.WalletDepositsFrame];
  walletWithdraw: [wallet.WalletWithdrawView, wallet.WalletWithdrawFrame];
  walletBank: [wallet.WalletBankView, wallet.WalletBankFrame];
  walletWithdrawals: [wallet.WalletWithdrawalsView, wallet.WalletWithdrawalsFrame];
  storagePlans: [storage.StoragePlansView, storage.StoragePlansFrame];
  storageTicket: [storage.StorageTicketView, storage.StorageTicketFrame];
  storageOrders: [storage.StorageOrdersView, storage.StorageOrdersFrame];
  storagePayouts: [storage.StoragePayoutsView, storage.StoragePayoutsFrame];
  team: [team.TeamView, team.TeamFrame];
  teamMembers: [team.TeamMembersView, team.TeamMembersFrame];
  teamRewards: [team.TeamRewardsView, team.TeamRewardsFrame];
  article: [content.ArticleView, content.ArticleFrame];
  notices: [content.NoticesView, content.NoticesFrame];
  help: [content.HelpView, content.HelpFrame];
  banners: [content.BannersView, content.BannersFrame];
  identity: [identity.IdentityView, identity.IdentityFrame];
  support: [support.SupportView, support.SupportFrame];
  supportTickets: [support.SupportTicketsView, support.SupportTicketsFrame];
  supportThread: [support.SupportThreadView, support.SupportThreadFrame];
  alerts: [alerts.AlertsView, alerts.AlertsFrame];
  alertTicket: [alerts.AlertTicketView, alerts.AlertTicketFrame];
  flight: [flight.FlightView, flight.FlightFrame];
  perf: [perf.PerfView, perf.PerfFrame];
}
export type ViewKind = keyof Views;
export type View = Views[ViewKind][0];
export type Frame = Views[ViewKind][1];
export type FrameOf<V extends View> = Views[V['kind']][1];

/** Takes a frame. The worker sends the next one when the answer of the last has come: one in flight, no queue. */
export type Sink = (frame: Frame) => void;

/** What a page reports about itself. */
export interface PageSettings {
  readonly language: Language;
  /** The mode in force, whatever the user chose and the device asks for. */
  readonly refresh: 'live' | 'balanced' | 'saver';
  /** False: no frames at all. */
  readonly visible: boolean;
  /** Whose page it is: what `authorization` carries; null while nobody is logged in. */
  readonly token: string | null;
}

export interface ViewHandle {
  update(view: View): void;
  /** Words for the bar that starts at `time` (seconds UTC), for a candles view; undefined for any other. */
  legendAt(time: number): market.BarLegend | undefined;
  close(): void;
}
