import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import { proxy, useSnapshot } from 'valtio';
import type { ChartInterval } from '../../../domain/index.ts';
import type { Freshness, MarketHead, TickerFrame, TickerView } from '../../../workers/api.ts';
import { useTitle } from '../../app/titles.ts';
import { CellBoard } from '../../state/cells.ts';
import { storageKeys, writeText } from '../../state/storage.ts';
import { useView } from '../../state/useView.ts';
import { Chart } from '../../ui/chart/Chart.tsx';
import { StarButton } from '../../ui/MarketList.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { About } from './About.tsx';
import { BookPanel } from './BookPanel.tsx';
import { keepChart, keptChart } from './chartMemory.ts';
import styles from './DetailScreen.module.css';
import { Intervals } from './Intervals.tsx';
import { PriceHead } from './PriceHead.tsx';
import { ShareButton } from './ShareButton.tsx';
import { TradesPanel } from './TradesPanel.tsx';

/** One market's head: what is rendered, and what is only written. */
class DetailModel {
  readonly state = proxy<{
    market: MarketHead | undefined;
    isKnown: boolean | undefined;
    freshness: Freshness | undefined;
  }>({
    market: undefined,
    isKnown: undefined,
    freshness: undefined,
  });
  readonly cells = new CellBoard();
  onRange: (permille: number) => void = () => undefined;

  apply(frame: TickerFrame): void {
    const { state, cells } = this;
    if (JSON.stringify(state.market) !== JSON.stringify(frame.market)) state.market = frame.market;
    if (state.isKnown !== (frame.market !== undefined)) state.isKnown = frame.market !== undefined;
    if (
      state.freshness?.state !== frame.freshness.state ||
      state.freshness.ageText !== frame.freshness.ageText
    ) {
      state.freshness = frame.freshness;
    }
    cells.write('price', frame.price, frame.direction);
    cells.write('dollar', frame.dollar);
    cells.write('percent', frame.percent, frame.isUp ? 1 : -1);
    cells.write('high', frame.high);
    cells.write('low', frame.low);
    cells.write('volume', frame.volume);
    this.onRange(frame.rangePermille);
  }
}

/** One market: price, day, chart, book and trades. */
export default function DetailScreen() {
  const { coinType = '' } = useParams();
  // A new market is a new screen: nothing of the one before shows through.
  return <Detail key={coinType} id={coinType} />;
}

function Detail({ id }: { readonly id: string }) {
  const { t } = useTranslation(['detail', 'app']);
  const [model] = useState(() => new DetailModel());
  const { market, isKnown, freshness } = useSnapshot(model.state);
  const view = useMemo<TickerView>(() => ({ kind: 'ticker', id }), [id]);
  const title = market?.name ?? t('app:title.coinDetail');
  useTitle(title);
  useView(view, (frame) => {
    model.apply(frame);
    showPrice(frame);
  });
  useEffect(() => {
    if (isKnown) writeText(storageKeys.lastMarket, id);
  }, [isKnown, id]);
  if (isKnown === false) {
    return (
      <Screen title={t('unknown.title')} up="/market">
        <Notice title={t('unknown.title')} text={t('unknown.text', { id })}>
          <Link to="/market">{t('app:toMarket')}</Link>
        </Notice>
      </Screen>
    );
  }
  return (
    <Screen
      title={title}
      up="/market"
      actions={
        <>
          <StarButton id={id} name={title} />
          <ShareButton name={title} />
        </>
      }
      footer={<TradeButtons />}
    >
      <PriceHead
        cells={model.cells}
        market={market}
        freshness={freshness}
        listenRange={(listen) => {
          model.onRange = listen;
        }}
      />
      <DetailBody id={id} market={market} />
    </Screen>
  );
}

/** The live price in the tab of the browser. */
function showPrice({ price, market }: TickerFrame): void {
  const title = market && `${price} ${market.name} · Tidemark`;
  if (title !== undefined && document.title !== title) document.title = title;
}

function DetailBody({ id, market }: { readonly id: string; readonly market: MarketHead | undefined }) {
  const [chart, setChart] = useState(() => keptChart(id));
  const change = (next: Partial<typeof chart>) => {
    const merged = { ...chart, ...next };
    setChart(merged);
    keepChart(id, merged);
  };
  return (
    <div className={styles['columns']}>
      <section className={styles['chart']}>
        <Intervals
          interval={chart.interval}
          showsAverages={chart.showsAverages}
          onInterval={(interval: ChartInterval) => change({ interval })}
          onAverages={(showsAverages) => change({ showsAverages })}
        />
        <div className={styles['canvas']}>
          <Chart id={id} interval={chart.interval} showsAverages={chart.showsAverages} />
        </div>
      </section>
      <Panels id={id} market={market} />
    </div>
  );
}

type Panel = 'book' | 'trades' | 'about';

function Panels({ id, market }: { readonly id: string; readonly market: MarketHead | undefined }) {
  const { t } = useTranslation('detail');
  const [panel, setPanel] = useState<Panel>('book');
  return (
    <section className={styles['panels']}>
      <Tabs
        label={t('panels')}
        selected={panel}
        onSelect={setPanel}
        tabs={[
          { id: 'book', text: t('panel.book') },
          { id: 'trades', text: t('panel.trades') },
          { id: 'about', text: t('panel.about') },
        ]}
      />
      {panel === 'book' ? <BookPanel id={id} base={market?.base ?? ''} /> : null}
      {panel === 'trades' ? <TradesPanel id={id} base={market?.base ?? ''} /> : null}
      {panel === 'about' && market ? <About market={market} /> : null}
    </section>
  );
}

function TradeButtons() {
  const { t } = useTranslation('detail');
  return (
    <Link className={styles['trade']} to="/trade">
      {t('trade')}
    </Link>
  );
}
