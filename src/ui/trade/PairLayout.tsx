import type { ReactNode, RefObject } from 'react';
import {
  Fragment,
  lazy,
  memo,
  Suspense,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useLocation } from 'react-router-dom';
import type { MarketKind } from '../../../domain/index.ts';
import type { MarketHead } from '../../../workers/api.ts';
import { lazyChunk } from '../../app/chunks.ts';
import { useStoredScroll } from '../../app/scroll.ts';
import { useMarketName } from '../../i18n/marketNames.ts';
import { client } from '../../state/client.ts';
import { settings } from '../../state/settings.ts';
import type { TickerModel } from '../../state/tickerModel.ts';
import { Ladder } from '../book/Ladder.tsx';
import type { ChartEngine } from '../chart/engine.ts';
import { fieldDigits } from '../form/digits.ts';
import { LiveText } from '../LiveText.tsx';
import { look } from '../look.ts';
import { MarketNotice } from '../market/MarketState.tsx';
import { TradesPanel } from '../market/TradesPanel.tsx';
import { useMedia, WIDE } from '../useMedia.ts';
import { useChartFold } from './chartFold.ts';
import { SideButtons } from './SideButtons.tsx';
import { TradeHead } from './TradeHead.tsx';
import styles from './TradeLayout.module.css';
import type { TradeSide } from './tradeSides.ts';

// Frames of the ticket render the ticket, and not what stands beside it.
const Head = memo(TradeHead);
const Trades = memo(TradesPanel);
const MarketChart = memo(lazy(lazyChunk(() => import('../market/MarketChart.tsx'))));

/** One of the user's own lines, dragged to another place on the chart. */
export interface Moved {
  readonly order: number;
  /** On the tick, plain digits. */
  readonly price: string;
}

/** What of a ticket a price from the book changes. */
interface Taker {
  readonly ticket: { readonly type: string };
  readonly change: (next: { readonly price: string; readonly type?: 'limit' }) => void;
}

/** Sends the ticket as a limit order at a price of the book: to buy at a bid, to sell at an ask. */
type TakeAtOnce = (price: string, side: 'buy' | 'sell') => void;

interface PairLayoutProps {
  readonly id: string;
  readonly kind: MarketKind;
  readonly market: MarketHead | undefined;
  readonly model: TickerModel;
  readonly control: Taker;
  /** Chooses the ticket's side. */
  readonly onSide: (side: TradeSide['side']) => void;
  /** What a tap on a level does where one tap is enough. */
  readonly onTakeAtOnce: TakeAtOnce;
  /** Whose orders are drawn on the chart. */
  readonly marks: 'marks' | 'futuresMarks';
  /** What stands at lines of the chart; the same function until that changes. */
  readonly over?: (engine: ChartEngine) => ReactNode;
  /** Asks before what was dragged is changed. */
  readonly moved: (moved: Moved, onClose: () => void) => ReactNode;
  /** Stands below the head. */
  readonly under?: ReactNode;
  readonly ticket: ReactNode;
  readonly lower: ReactNode;
  /** A line that leads to `lower` while it is out of sight. */
  readonly line?: (toLower: () => void) => ReactNode;
}

/** Price, chart, ticket and book of one market, and what is open below them. */
export function PairLayout(props: PairLayoutProps) {
  const { id, kind, market, model, marks, moved: ask } = props;
  const [isFolded, fold] = useChartFold();
  const body = useRef<HTMLDivElement>(null);
  useStoredScroll(body);
  useChartInSight(body, isFolded);
  const [lower, isLowerSeen] = useSeen(body);
  useLowerFirst(lower);
  const isWide = useMedia(WIDE);
  const take = useTake(props.control, props.onTakeAtOnce);
  const nameOf = useMarketName();
  const name = market ? nameOf(market) : id;
  // The same for as long as the name is: the ticket does not redraw the chart.
  const title = useMemo(
    () => (
      <>
        <b>{name}</b>
        <LiveText board={model.cells} cell="last" />
      </>
    ),
    [name, model],
  );
  const order = useOrderAt(props.control, body);
  const actions = useSideAt(kind, props.onSide, body);
  const [moved, setMoved] = useState<Moved>();
  const move = useCallback(
    (order: number, place: number) =>
      void client.ask('onTick', { market: id, price: place }).then((price) => {
        if (price.ok && price.data) setMoved({ order, price: price.data });
      }),
    [id],
  );
  return (
    <>
      {/* What asks follows one order: that of the drag before may have ended, and its question never stood. */}
      {moved ? <Fragment key={moved.order}>{ask(moved, () => setMoved(undefined))}</Fragment> : null}
      <Head id={id} kind={kind} market={market} model={model} isFolded={isFolded} onFold={fold} />
      <MarketNotice market={market} />
      {props.under}
      <div ref={body} className={look('scroller', styles['body'])}>
        <div className={look('grid across3', styles['columns'])} data-folded={isFolded}>
          {isFolded ? null : (
            <div className={look('shrinks', styles['chart'])}>
              <Suspense fallback={<div className={styles['waiting']} aria-busy="true" />}>
                <MarketChart
                  id={id}
                  kind={kind}
                  onMove={move}
                  onPrice={order}
                  over={props.over}
                  marks={marks}
                  actions={actions}
                  head={title}
                />
              </Suspense>
            </div>
          )}
          {props.ticket}
          <div className={look('grid shrinks', styles['side'])}>
            <Ladder id={id} base={market?.base ?? ''} last={model.cells} onTake={take} />
            {isWide ? <Trades id={id} base={market?.base ?? ''} /> : null}
          </div>
          <section ref={lower} className={look('shrinks ruled', styles['lower'])}>
            {props.lower}
          </section>
        </div>
      </div>
      {isLowerSeen ? null : props.line?.(() => lower.current?.scrollIntoView())}
    </>
  );
}

/** Of an address that leads to what is open, and not to the ticket. */
const LOWER_HASH = '#lower';
/** What is open is known within so long, ms. */
const KNOWN_MS = 2_000;

/** Brings what is open into sight where the address asks for it, until it is known or a hand scrolls. */
function useLowerFirst(lower: RefObject<HTMLElement | null>): void {
  const { hash } = useLocation();
  useEffect(() => {
    const place = lower.current;
    if (hash !== LOWER_HASH || !place) return undefined;
    const observer = new ResizeObserver(() => place.scrollIntoView());
    observer.observe(place);
    const stop = () => observer.disconnect();
    const timer = setTimeout(stop, KNOWN_MS);
    for (const each of ['pointerdown', 'wheel', 'keydown']) window.addEventListener(each, stop);
    return () => {
      stop();
      clearTimeout(timer);
      for (const each of ['pointerdown', 'wheel', 'keydown']) window.removeEventListener(each, stop);
    };
  }, [hash, lower]);
}

/** px of what stands at the lower edge, beyond which it counts as seen. */
const SEEN_PX = 88;

/** Something in a scroller, and whether enough of it is in sight. */
function useSeen(body: RefObject<HTMLElement | null>) {
  const target = useRef<HTMLElement>(null);
  const [isSeen, setSeen] = useState(true);
  useEffect(() => {
    if (!target.current) return undefined;
    const observer = new IntersectionObserver(
      (entries) => setSeen(entries.some(({ isIntersecting }) => isIntersecting)),
      { root: body.current, rootMargin: `0px 0px -${SEEN_PX}px 0px` },
    );
    observer.observe(target.current);
    return () => observer.disconnect();
  }, [body]);
  return [target, isSeen] as const;
}

/** A chart that is opened is what one sees then, wherever one had scrolled to. */
function useChartInSight(body: RefObject<HTMLElement | null>, isFolded: boolean): void {
  const was = useRef(isFolded);
  useLayoutEffect(() => {
    if (was.current && !isFolded && body.current) body.current.scrollTop = 0;
    was.current = isFolded;
  }, [body, isFolded]);
}

/** Puts the price of a line on the chart into the ticket, and brings that into sight. */
function useOrderAt(control: Taker, body: RefObject<HTMLElement | null>): (price: string) => void {
  const now = useRef(control);
  now.current = control;
  return useCallback(
    (price: string) => {
      now.current.change({ price, type: 'limit' });
      ticketIn(body)?.scrollIntoView({ block: 'nearest' });
    },
    [body],
  );
}

/** Both sides under a chart that has the whole screen: a tap leads back to the ticket. */
function useSideAt(
  kind: MarketKind,
  onSide: PairLayoutProps['onSide'],
  body: RefObject<HTMLElement | null>,
): (leave: () => void) => ReactNode {
  const now = useRef(onSide);
  now.current = onSide;
  return useCallback(
    (leave: () => void) => (
      <SideButtons
        kind={kind}
        onSide={(side) => {
          leave();
          now.current(side);
          ticketIn(body)?.scrollIntoView();
        }}
      />
    ),
    [kind, body],
  );
}

const ticketIn = (body: RefObject<HTMLElement | null>): Element | null | undefined =>
  body.current?.querySelector('[data-area="ticket"]');

/**
 * Puts a price of the book into the ticket, or sends the ticket at it. The same function for as long as the screen is
 * there.
 */
function useTake(control: Taker, atOnce: TakeAtOnce): (shown: string, side: 'bid' | 'ask') => void {
  const now = useRef({ control, atOnce });
  now.current = { control, atOnce };
  return useCallback((shown: string, side: 'bid' | 'ask') => {
    const price = fieldDigits(shown, settings.language);
    const { ticket, change } = now.current.control;
    if (price !== '' && settings.oneTapOrders) now.current.atOnce(price, side === 'bid' ? 'buy' : 'sell');
    else if (price !== '') change(ticket.type === 'market' ? { price, type: 'limit' } : { price });
  }, []);
}
