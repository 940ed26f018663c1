import { lazy, Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import type { MarketKind } from '../../../domain/index.ts';
import type { MarketHead } from '../../../workers/api.ts';
import { lazyChunk } from '../../app/chunks.ts';
import { useTitle } from '../../app/titles.ts';
import { useMarketName } from '../../i18n/marketNames.ts';
import { venueName } from '../../state/brand.ts';
import type { CellBoard } from '../../state/cells.ts';
import { hasExchange } from '../../state/source.ts';
import { storageKeys, writeText } from '../../state/storage.ts';
import { useKeptChoice } from '../../state/useKeptChoice.ts';
import { useTicker } from '../../state/useTicker.ts';
import { isMarketId } from '../../state/watchLists.ts';
import { AlertButton } from '../../ui/alerts/AlertButton.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import { BookPanel } from '../../ui/book/BookPanel.tsx';
import { LiveText } from '../../ui/LiveText.tsx';
import { look } from '../../ui/look.ts';
import { StarButton } from '../../ui/MarketRow.tsx';
import MarketChart from '../../ui/market/MarketChart.tsx';
import { MarketNotice } from '../../ui/market/MarketState.tsx';
import { TradesPanel } from '../../ui/market/TradesPanel.tsx';
import { UnknownMarket } from '../../ui/market/UnknownMarket.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { storePrice, storeSide } from '../../ui/ticket/ticket.ts';
import { useTradeSides } from '../../ui/trade/tradeSides.ts';
import { About } from './About.tsx';
import styles from './DetailScreen.module.css';
import { FuturesHead } from './FuturesHead.tsx';
import { PriceHead } from './PriceHead.tsx';
import { ShareButton } from './ShareButton.tsx';

const DepthPanel = lazy(lazyChunk(() => import('../../ui/market/DepthPanel.tsx')));
const OpenInterestPanel = lazy(lazyChunk(() => import('../../ui/market/OpenInterestPanel.tsx')));

/** One market: price, day, chart, book and trades. */
export default function DetailScreen() {
  const { coinType = '' } = useParams();
  // A new market is a new screen: nothing of the one before shows through.
  return <Detail key={coinType} id={coinType} />;
}

function Detail({ id }: { readonly id: string }) {
  const { t } = useTranslation(['detail', 'app']);
  const nameOf = useMarketName();
  const price = useRef('');
  const { model, market, isKnown, freshness } = useTicker(id, (frame) => {
    price.current = frame.price;
    if (frame.market) showPrice(frame.price, nameOf(frame.market));
  });
  // Its address names it before the exchange does.
  const title = nameOf(market ?? headFrom(id)) || t('app:title.coinDetail');
  useTitle(title);
  // The first price may have come before the name: the name alone must not stand until the next one.
  useEffect(() => {
    if (market && price.current !== '') showPrice(price.current, title);
  }, [market, title]);
  useEffect(() => {
    if (isKnown) writeText(storageKeys.lastMarket, id);
  }, [isKnown, id]);
  // Not even a list that has not come yet has what no market can be called.
  if (isKnown === false || !isMarketId(id)) {
    return (
      <Screen title={t('unknown.title')} up="/market">
        <UnknownMarket id={id} />
      </Screen>
    );
  }
  return (
    <Screen
      title={title}
      up="/market"
      isWide
      actions={
        <>
          <AlertButton market={id} />
          <StarButton id={id} name={title} />
          <ShareButton name={title} />
        </>
      }
      footer={<TradeButtons id={id} kind={market?.kind ?? 'spot'} />}
    >
      <MarketNotice market={market} />
      <PriceHead
        cells={model.cells}
        market={market}
        quote={market?.quote ?? headFrom(id).name.split('/')[1] ?? ''}
        freshness={freshness}
        listenRange={(listen) => {
          model.onRange = listen;
        }}
      />
      {(market ?? headFrom(id)).kind !== 'spot' ? <FuturesHead id={id} /> : null}
      <DetailBody id={id} market={market} title={title} cells={model.cells} />
    </Screen>
  );
}

/** A market's name and kind by its number alone, for as long as nothing else is known of it. */
const headFrom = (id: string): Pick<MarketHead, 'name' | 'kind'> => ({
  name: id.replace(/-PERP$/, '').replace('-', '/'),
  kind: id.endsWith('-PERP') ? 'perpetual' : 'spot',
});

/** The live price in the tab of the browser. */
function showPrice(price: string, name: string): void {
  const title = `${price} ${name} · ${venueName()}`;
  if (document.title !== title) document.title = title;
}

interface DetailBodyProps {
  readonly id: string;
  readonly market: MarketHead | undefined;
  readonly title: string;
  readonly cells: CellBoard;
}

function DetailBody({ id, market, title, cells }: DetailBodyProps) {
  const navigate = useNavigate();
  const kind = market?.kind ?? (id.endsWith('-PERP') ? 'perpetual' : 'spot');
  const order = (price: string) => {
    storePrice(kind === 'spot' ? 'trade' : 'futures', id, price);
    navigate(ticketOf(id, kind));
  };
  return (
    <div className={look('grid', styles['columns'])}>
      <MarketChart
        id={id}
        kind={kind}
        onPrice={order}
        isPage
        actions={() => <TradeButtons id={id} kind={kind} size="m" />}
        head={
          <>
            <b>{title}</b>
            <LiveText board={cells} cell="last" />
          </>
        }
      />
      <Panels id={id} market={market} />
    </div>
  );
}

type Panel = 'book' | 'depth' | 'trades' | 'about';

function Panels({ id, market }: { readonly id: string; readonly market: MarketHead | undefined }) {
  const { t } = useTranslation('detail');
  const [panel, setPanel] = useKeptChoice<Panel>('detail panel', 'book');
  // Positions stand at an exchange: where a page reads a venue itself, none are known.
  const hasData = hasExchange && (market ?? headFrom(id)).kind !== 'spot';
  return (
    <section className={look('shrinks', styles['panels'])}>
      <Tabs
        label={t('panels')}
        selected={panel}
        onSelect={setPanel}
        tabs={[
          { id: 'book', text: t('panel.book') },
          { id: 'depth', text: t('panel.depth') },
          { id: 'trades', text: t('panel.trades') },
          // A fifth tab would find no room on a phone: what a contract is stands below its figures.
          { id: 'about', text: hasData ? t('panel.data') : t('panel.about') },
        ]}
      />
      {panel === 'book' ? <BookPanel id={id} base={market?.base ?? ''} /> : null}
      {panel === 'depth' ? (
        <Suspense fallback={null}>
          <DepthPanel id={id} base={market?.base ?? ''} />
        </Suspense>
      ) : null}
      {panel === 'trades' ? <TradesPanel id={id} base={market?.base ?? ''} /> : null}
      {panel === 'about' ? (
        <Suspense fallback={null}>
          {hasData ? (
            <OpenInterestPanel id={id} base={market?.base ?? ''} quote={market?.quote ?? ''} />
          ) : null}
          {market ? <About market={market} /> : null}
        </Suspense>
      ) : null}
    </section>
  );
}

interface TradeButtonsProps {
  readonly id: string;
  readonly kind: MarketKind;
  readonly size?: 'm' | 'l';
}

/** Where a market is traded. */
const ticketOf = (id: string, kind: MarketKind): string =>
  `/trade?${kind === 'spot' ? '' : `kind=${kind}&`}market=${encodeURIComponent(id)}`;

/** The way to the ticket, with the side already chosen. */
function TradeButtons({ id, kind, size = 'l' }: TradeButtonsProps) {
  const to = ticketOf(id, kind);
  return (
    <div className={look('stack3 halves')}>
      {useTradeSides(kind).map(({ side, look, text }) => (
        <ButtonLink
          key={side}
          look={look}
          size={size}
          isWide
          to={to}
          onClick={() => storeSide(kind === 'spot' ? 'trade' : 'futures', id, side)}
        >
          {text}
        </ButtonLink>
      ))}
    </div>
  );
}
