import { ArrowRight, Repeat } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type {
  ConversionLine,
  ConversionsFilter,
  ConversionsFrame,
  ConversionsView,
} from '../../../workers/api.ts';
import { useView } from '../../state/useView.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Amount } from '../../ui/LiveAmount.tsx';
import { look } from '../../ui/look.ts';
import { Notice } from '../../ui/Notice.tsx';
import type { Paged } from '../../ui/records/PagedList.tsx';
import { isSameLine, PagedList } from '../../ui/records/PagedList.tsx';

/** Past conversions, of one filter. */
export function Conversions({ filter }: { readonly filter: ConversionsFilter }) {
  const { t } = useTranslation('convert');
  const empty = <Notice title={t('record.none')} text={t('record.noneText')} />;
  return <PagedList of={CONVERSIONS} filter={filter} empty={empty} />;
}

const Row = memo(function Row({ line }: { readonly line: ConversionLine }) {
  const { t } = useTranslation('convert');
  const { id, conversion, from, to, given, received, price, spread, time, entry, digits } = line;
  const again = new URLSearchParams({ from, to, amount: digits });
  return (
    <div className={look('stack1 pad under')}>
      <p className={look('row wrap breaks')}>
        <b>
          <Amount text={given} /> {from}
        </b>
        <ArrowRight size={16} aria-hidden="true" />
        <b>
          <Amount text={received} /> {to}
        </b>
      </p>
      <p className={look('tiny flex wrap spread across3 breaks')}>
        <span>{price}</span>
        <span>{`${t('spread')} ${spread}`}</span>
      </p>
      <p className={look('tiny flex wrap spread across3 breaks')}>
        <span>{time}</span>
        <span>{`${t('receipt.number')} ${id} · ${t('receipt.entry')} ${entry}`}</span>
      </p>
      {conversion === 'small' ? (
        <p className={look('tiny flex wrap spread across3 breaks')}>{t('record.small')}</p>
      ) : (
        <ButtonLink look="link" size="s" to={`/convert?${again}`}>
          <Repeat size={16} aria-hidden="true" />
          {t('record.repeat')}
        </ButtonLink>
      )}
    </div>
  );
}, isSameLine);

const CONVERSIONS: Paged<ConversionsFilter, ConversionsView, ConversionsFrame, ConversionLine> = {
  viewOf: (filter, requested) => ({ kind: 'conversions', ...filter, ...requested }),
  useFrames: useView<ConversionsView>,
  linesOf: ({ lines }) => lines,
  Row,
  rowPx: 132,
};
