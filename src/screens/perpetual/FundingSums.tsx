import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { defined, SETTLEMENT_ASSET } from '../../../domain/index.ts';
import type { FundingSumLine, FundingSumsView, FuturesFilter } from '../../../workers/api.ts';
import { useUserView } from '../../state/useUserView.ts';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Amount } from '../../ui/LiveAmount.tsx';
import { look } from '../../ui/look.ts';
import { Table } from '../../ui/Table.tsx';

/** What funding has brought and cost in the period of the record, by market where there are several. */
export function FundingSums({
  filter: { market, from, to },
}: {
  readonly filter: Omit<FuturesFilter, 'tab'>;
}) {
  const { t } = useTranslation(['perpetual', 'orders']);
  const view = useMemo<FundingSumsView>(
    () => ({
      kind: 'fundingSums',
      turn: 0,
      ...defined({ market, from, to }),
    }),
    [market, from, to],
  );
  const { sums } = useUserView(view) ?? {};
  if (!sums || sums.all.count === 0) return null;
  const { all, markets } = sums;
  return (
    <section className={look('stack lone pad')} aria-label={t('fundingSums.title')}>
      <Facts look="three">
        <Fact name={t('fundingSums.net')} isWide>
          <Net line={all} /> {SETTLEMENT_ASSET}
        </Fact>
        <Fact name={t('fundingSums.received')} text={all.received} />
        <Fact name={t('fundingSums.paid')} text={all.paid} />
        <Fact name={t('fundingSums.count')} text={`${all.count}`} isPublic />
      </Facts>
      {markets.length > 0 ? (
        <Table>
          <tbody>
            {markets.map((line) => (
              <tr key={line.market}>
                <th scope="row">{line.name}</th>
                <td>{line.count}</td>
                <td>
                  <Net line={line} />
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      ) : null}
    </section>
  );
}

const Net = ({ line: { net, direction } }: { readonly line: FundingSumLine }) => (
  <Amount text={net} direction={direction} />
);
