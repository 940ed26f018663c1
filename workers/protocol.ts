/**
 * What the page and the market worker say to each other. Everything here survives a structured clone: text to
 * show, plus the few raw fields that drive colour and direction.
 */
import type { Language } from '../domain/index.ts';
import type { AlertFrameOf, AlertViews } from './protocol/alerts.ts';
import type { ContentFrameOf, ContentViews } from './protocol/content.ts';
import type {
  ConversionsFrame,
  ConversionsView,
  ConvertAssetsFrame,
  ConvertAssetsView,
  ConvertFrame,
  ConvertSmallFrame,
  ConvertSmallView,
  ConvertView,
  TransferFrame,
  TransferView,
} from './protocol/convert.ts';
import type {
  CycleAssetsFrame,
  CycleAssetsView,
  CycleHistoryFrame,
  CycleHistoryView,
  CycleOpenFrame,
  CycleOpenView,
  CycleTicketFrame,
  CycleTicketView,
} from './protocol/cycle.ts';
import type { FlightFrame, FlightView } from './protocol/flight.ts';
import type { IdentityFrame, IdentityView } from './protocol/identity.ts';
import type {
  BarLegend,
  BookFrame,
  BookView,
  CandlesFrame,
  CandlesView,
  ListFrame,
  ListView,
  StatusFrame,
  StatusView,
  TickerFrame,
  TickerView,
  TradesFrame,
  TradesView,
} from './protocol/market.ts';
import type { NewsFrame, NewsView, NotificationsFrame, NotificationsView } from './protocol/news.ts';
import type { PerfFrame, PerfView } from './protocol/perf.ts';
import type { FuturesFrameOf, FuturesViews } from './protocol/perpetual.ts';
import type {
  BalancesFrame,
  BalancesView,
  JournalFrame,
  JournalView,
  MarksFrame,
  MarksView,
  OrderHistoryFrame,
  OrderHistoryView,
  OrdersFrame,
  OrdersView,
  RecordsFrame,
  RecordsView,
  TicketFrame,
  TicketView,
} from './protocol/person.ts';
import type { StorageFrameOf, StorageViews } from './protocol/storage.ts';
import type { SupportFrameOf, SupportViews } from './protocol/support.ts';
import type { TeamFrameOf, TeamViews } from './protocol/team.ts';
import type { WalletFrameOf, WalletViews } from './protocol/wallet.ts';
import type { WorthFrame, WorthView } from './protocol/worth.ts';

export type * from './protocol/alerts.ts';
export type * from './protocol/content.ts';
export type * from './protocol/convert.ts';
export type * from './protocol/cycle.ts';
export type * from './protocol/flight.ts';
export type * from './protocol/identity.ts';
export * from './protocol/market.ts';
export type * from './protocol/news.ts';
export type * from './protocol/perf.ts';
export type * from './protocol/perpetual.ts';
export type * from './protocol/perpetualForms.ts';
export type * from './protocol/perpetualPast.ts';
export type * from './protocol/person.ts';
export type * from './protocol/storage.ts';
export type * from './protocol/support.ts';
export type * from './protocol/team.ts';
export type * from './protocol/wallet.ts';
export type * from './protocol/worth.ts';

export type View =
  | ListView
  | TickerView
  | CandlesView
  | BookView
  | TradesView
  | StatusView
  | BalancesView
  | RecordsView
  | JournalView
  | NewsView
  | NotificationsView
  | OrdersView
  | OrderHistoryView
  | MarksView
  | TicketView
  | CycleAssetsView
  | CycleTicketView
  | CycleOpenView
  | CycleHistoryView
  | MoneyView
  | FuturesViews
  | WalletViews
  | StorageViews
  | FlightView
  | PerfView
  | TeamViews
  | ContentViews
  | IdentityView
  | SupportViews
  | AlertViews;
export type FrameOf<V extends View> = V extends ListView
  ? ListFrame
  : V extends TickerView
    ? TickerFrame
    : V extends CandlesView
      ? CandlesFrame
      : V extends BookView
        ? BookFrame
        : V extends TradesView
          ? TradesFrame
          : V extends BalancesView
            ? BalancesFrame
            : V extends RecordsView
              ? RecordsFrame
              : V extends OrdersView
                ? OrdersFrame
                : V extends MarksView
                  ? MarksFrame
                  : V extends OrderHistoryView
                    ? OrderHistoryFrame
                    : V extends TicketView
                      ? TicketFrame
                      : V extends JournalView
                        ? JournalFrame
                        : V extends NewsView | NotificationsView
                          ? V extends NewsView
                            ? NewsFrame
                            : NotificationsFrame
                          : V extends CycleView
                            ? CycleFrameOf<V>
                            : V extends FuturesViews
                              ? FuturesFrameOf<V>
                              : V extends MoneyView
                                ? MoneyFrameOf<V>
                                : V extends WalletViews
                                  ? WalletFrameOf<V>
                                  : V extends FlightView | PerfView
                                    ? V extends PerfView
                                      ? PerfFrame
                                      : FlightFrame
                                    : V extends StorageViews
                                      ? StorageFrameOf<V>
                                      : V extends TeamViews
                                        ? TeamFrameOf<V>
                                        : V extends AlertViews
                                          ? AlertFrameOf<V>
                                          : V extends ContentViews
                                            ? ContentFrameOf<V>
                                            : V extends IdentityView
                                              ? IdentityFrame
                                              : V extends SupportViews
                                                ? SupportFrameOf<V>
                                                : StatusFrame;
type CycleView = CycleAssetsView | CycleTicketView | CycleOpenView | CycleHistoryView;
type CycleFrameOf<V extends CycleView> = V extends CycleAssetsView
  ? CycleAssetsFrame
  : V extends CycleTicketView
    ? CycleTicketFrame
    : V extends CycleOpenView
      ? CycleOpenFrame
      : CycleHistoryFrame;
type MoneyView =
  | ConvertView
  | ConvertAssetsView
  | ConvertSmallView
  | ConversionsView
  | TransferView
  | WorthView;
type MoneyFrameOf<V extends MoneyView> = V extends ConvertView
  ? ConvertFrame
  : V extends ConvertAssetsView
    ? ConvertAssetsFrame
    : V extends ConvertSmallView
      ? ConvertSmallFrame
      : V extends ConversionsView
        ? ConversionsFrame
        : V extends TransferView
          ? TransferFrame
          : WorthFrame;
export type Frame = FrameOf<View>;

/** Takes a frame. The worker sends the next one when the answer of the last has come: one in flight, no queue. */
export type Sink = (frame: Frame) => void;

/** What a page tells about itself. */
export interface PageSettings {
  readonly language: Language;
  /** The mode in force, whatever the person chose and the device asks for. */
  readonly refresh: 'live' | 'balanced' | 'saver';
  /** False: no frames at all. */
  readonly visible: boolean;
  /** Whose page it is: what `authorization` carries; null while nobody is logged in. */
  readonly token: string | null;
}

export interface ViewHandle {
  update(view: View): void;
  /** Words for the bar that starts at `time` (seconds UTC), for a candles view; undefined for any other. */
  legendAt(time: number): BarLegend | undefined;
  close(): void;
}
