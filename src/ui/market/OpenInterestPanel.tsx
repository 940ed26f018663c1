import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type {
  InterestTexts,
  OpenInterestFrame,
  OpenInterestView,
  RatioTexts,
  SettledRateLine,
} from '../../../workers/api.ts';
import { usePositionSides } from '../../i18n/perpetual.ts';
import { useRefusalWords } from '../../i18n/refusals.ts';
import { useView } from '../../state/useView.ts';
import { Empty } from '../Empty.tsx';
import { Fact, Facts } from '../Facts.tsx';
import { FreshMark } from '../FreshMark.tsx';
import { look } from '../look.ts';
import { Skeleton } from '../Skeleton.tsx';
import { Table } from '../Table.tsx';

interface OpenInterestPanelProps {
  readonly id: string;
  readonly base: string;
  readonly quote: string;
}

/** What stands open in a perpetual market, what was liquidated in it lately, and its funding rates. */
export default function OpenInterestPanel({ id, base, quote }: OpenInterestPanelProps) {
  const [frame, setFrame] = useState<OpenInterestFrame>();
  const view = useMemo<OpenInterestView>(() => ({ kind: 'openInterest', market: id }), [id]);
  const { ofRefusal } = useRefusalWords();
  useView(view, setFrame);
  if (!frame) return <Skeleton rows={4} />;
  const { interest, rates, failed } = frame;
  return (
    <>
      {failed && !interest ? <Empty>{ofRefusal(failed)}</Empty> : null}
      {interest ? <Interest interest={interest} base={base} quote={quote} /> : null}
      {rates ? <Rates rates={rates} /> : null}
    </>
  );
}

function Interest({
  interest,
  base,
  quote,
}: Omit<OpenInterestPanelProps, 'id'> & { readonly interest: InterestTexts }) {
  const { t } = useTranslation(['detail', 'perpetual', 'trade']);
  const names = usePositionSides();
  const { quantity, value, accounts, positions, liquidated, liquidations, freshness } = interest;
  const sides = ({ long, short }: Pick<RatioTexts, 'long' | 'short'>) =>
    `${names.long} ${long} · ${names.short} ${short}`;
  // The ratio, and what it is made of.
  const ratioOf = ({ ratio, long, short }: RatioTexts) => `${ratio} (${long} / ${short})`;
  return (
    <section className={look('stack lone pad')} aria-label={t('interest.open')}>
      <FreshMark freshness={freshness} />
      <Facts>
        <Fact isPublic name={t('interest.open')} text={quantity} unit={base} />
        <Fact isPublic name={t('interest.value')} text={value} unit={quote} />
        <Fact isPublic name={t('interest.accounts')} text={ratioOf(accounts)} />
        <Fact isPublic name={t('interest.positions')} text={ratioOf(positions)} />
        <Fact isPublic name={t('interest.liquidated')} text={sides(liquidated)} unit={quote} />
      </Facts>
      <p className={look('tiny')}>{t('interest.counted')}</p>
      <h3 className={look('small bright')}>{t('interest.liquidations')}</h3>
      {liquidations.length === 0 ? (
        <Empty>{t('interest.none')}</Empty>
      ) : (
        <Table>
          <thead>
            <tr>
              <th>{t('trades.time')}</th>
              <th>{t('perpetual:direction')}</th>
              <th>{t('trade:price')}</th>
              <th>{quote}</th>
            </tr>
          </thead>
          <tbody>
            {liquidations.map(({ key, time, side, price, value: worth }) => (
              <tr key={key}>
                <td>{time}</td>
                <td data-direction={side === 'long' ? 'up' : 'down'}>{names[side]}</td>
                <td>{price}</td>
                <td>{worth}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </section>
  );
}

function Rates({ rates }: { readonly rates: readonly SettledRateLine[] }) {
  const { t } = useTranslation(['detail', 'perpetual']);
  const colours = { '-1': 'down', 0: undefined, 1: 'up' } as const;
  return (
    <section className={look('stack lone pad')} aria-label={t('interest.rates')}>
      <h3 className={look('small bright')}>{t('interest.rates')}</h3>
      {rates.length === 0 ? (
        <Empty>{t('interest.noRates')}</Empty>
      ) : (
        <Table>
          <thead>
            <tr>
              <th>{t('trades.time')}</th>
              <th>{t('interest.rate')}</th>
              <th>{t('perpetual:mark')}</th>
            </tr>
          </thead>
          <tbody>
            {rates.map(({ at, time, rate, direction, mark }) => (
              <tr key={at}>
                <td>{time}</td>
                <td data-direction={colours[direction]}>{rate}</td>
                <td>{mark}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </section>
  );
}
