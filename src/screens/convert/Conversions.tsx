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
import { Fact } from '../../ui/Facts.tsx';
import { Amount } from '../../ui/LiveAmount.tsx';
import { look } from '../../ui/look.ts';
import { Notice } from '../../ui/Notice.tsx';
import type { Paged } from '../../ui/records/PagedList.tsx';
import { isSameLine, PagedList } from '../../ui/records/PagedList.tsx';
import { RecordLine } from '../../ui/records/RecordLine.tsx';

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
    <RecordLine
      title={`${from} → ${to}`}
      head={
        <b>
          {from} <ArrowRight size={14} aria-hidden="true" /> {to}
        </b>
      }
      figure={<Amount text={`+${received} ${to}`} />}
      foot={<Amount text={`−${given} ${from}`} />}
      aside={line.clock}
      end={
        <>
          <p className={look('tiny')}>{time}</p>
          {conversion === 'small' ? (
            <p className={look('tiny')}>{t('record.small')}</p>
          ) : (
            <ButtonLink to={`/convert?${again}`}>
              <Repeat size={16} aria-hidden="true" />
              {t('record.repeat')}
            </ButtonLink>
          )}
        </>
      }
    >
      <Fact name={t('give')} text={`${given} ${from}`} />
      <Fact name={t('get')} text={`${received} ${to}`} />
      <Fact name={t('price')} text={price} isPublic />
      <Fact name={t('spread')} text={spread} isPublic />
      <Fact name={t('receipt.number')} text={`${id}`} isPublic />
      <Fact name={t('receipt.entry')} text={entry} isPublic />
    </RecordLine>
  );
}, isSameLine);

const CONVERSIONS: Paged<ConversionsFilter, ConversionsView, ConversionsFrame, ConversionLine> = {
  viewOf: (filter, requested) => ({ kind: 'conversions', ...filter, ...requested }),
  useFrames: useView<ConversionsView>,
  linesOf: ({ lines }) => lines,
  Row,
  rowPx: 56,
};
