import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { SETTLEMENT_ASSET } from '../../../domain/index.ts';
import type { ResultsFrame } from '../../../workers/api.ts';
import { settings } from '../../state/settings.ts';
import { WorthChart } from '../../ui/chart/WorthChart.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Amount } from '../../ui/LiveAmount.tsx';
import { look } from '../../ui/look.ts';

/** Fewer trades make steps, and no curve. */
const LEAST_POINTS = 6;
/** Longer than this, the axis reports days. */
const DAYS_FROM_S = 172_800;

/** What all of them have brought after fees and funding, how it grew, and what it is made of. */
export function Summary({ frame: { sum, line } }: { readonly frame: ResultsFrame }) {
  const { t } = useTranslation(['perpetual', 'trade', 'convert']);
  const { hideAmounts } = useSnapshot(settings);
  const [first, last] = [line.points[0]?.[0] ?? 0, line.points.at(-1)?.[0] ?? 0];
  return (
    <section className={look('stack lone pad')} aria-label={t('net')}>
      <p>
        <span className={look('quiet')}>
          {t('net')} · {t('results.after')}
        </span>
        <br />
        <b className={look('huge breaks')}>
          <Amount text={sum.net} direction={sum.direction} />
        </b>{' '}
        <small>{SETTLEMENT_ASSET}</small>
      </p>
      {line.points.length >= LEAST_POINTS ? (
        <WorthChart
          points={line.points}
          isDaily={last - first > DAYS_FROM_S}
          label={hideAmounts ? t('results.curve') : t('convert:worth.line', { ...line.words })}
        />
      ) : null}
      <Facts look="three">
        <Fact name={t('results.rate')} isWide>
          {sum.rate} · {t('results.won', { wins: sum.wins, count: sum.count })}
        </Fact>
        <Fact name={t('results.averageWin')} text={sum.averageWin} />
        <Fact name={t('results.averageLoss')} text={sum.averageLoss} />
        <Fact name={t('priceProfit')} text={sum.price} />
        <Fact name={t('results.fees')} text={sum.fees} />
        <Fact name={t('interest')} text={sum.funding} />
      </Facts>
    </section>
  );
}
