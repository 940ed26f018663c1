import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ResultsTrade, TradeChart as TradeChartData } from '../../../workers/api.ts';
import { useAsk } from '../../state/useAsk.ts';
import { useEngine } from '../../ui/chart/useEngine.ts';
import { useLineTexts } from '../../ui/chart/useLineTexts.ts';
import { look } from '../../ui/look.ts';
import { Failed } from '../../ui/Notice.tsx';

/** px. */
const HIGH = 220;

/** The market around a trade, with where it was entered and left. */
export function TradeChart({ trade: { id, market, times } }: { readonly trade: ResultsTrade }) {
  const [openedAt, closedAt] = times;
  const question = useMemo(
    () => ({ position: id, market, openedAt, closedAt }),
    [id, market, openedAt, closedAt],
  );
  const { data, refusal, reload } = useAsk('tradeChart', question);
  if (refusal && !data) return <Failed onRetry={() => void reload()} why={refusal} />;
  return (
    <div className={look('box')} style={{ height: HIGH }} aria-busy={!data}>
      {data ? <Drawn data={data} /> : null}
    </div>
  );
}

const NO_ENTRIES = [] as const;
const nothing = () => undefined;

function Drawn({ data }: { readonly data: TradeChartData }) {
  const { t } = useTranslation('perpetual');
  const { ref, take, mark } = useEngine({
    interval: data.interval,
    scale: 'normal',
    entries: NO_ENTRIES,
    words: useLineTexts(),
    onPanes: nothing,
    onNearPast: nothing,
    onHover: nothing,
    onMove: nothing,
    onFailed: nothing,
  });
  useEffect(() => {
    take(data.candles);
    mark(data.marks);
  }, [data, take, mark]);
  return <div ref={ref} style={{ height: HIGH }} role="img" aria-label={t('results.chart')} />;
}
