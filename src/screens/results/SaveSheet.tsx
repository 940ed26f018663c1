import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { defined } from '../../../domain/index.ts';
import type { ResultsFilter, TaxFormat } from '../../../workers/api.ts';
import { venueName } from '../../state/brand.ts';
import { ask } from '../../state/login.ts';
import { allNotes } from '../../state/tradeNotes.ts';
import { Button } from '../../ui/Button.tsx';
import { Sheet } from '../../ui/dialog/Sheet.tsx';
import { look } from '../../ui/look.ts';
import { Press } from '../../ui/Press.tsx';
import { SaveState } from '../../ui/records/SaveFile.tsx';
import { useExport } from '../../ui/records/useExport.ts';

type Format = 'csv' | TaxFormat;
/** Names of programs are the same everywhere. */
const NAMES: Readonly<Record<Format, string>> = {
  csv: 'CSV',
  koinly: 'Koinly',
  cointracking: 'CoinTracking',
};
const formats = ['csv', 'koinly', 'cointracking'] as const;

interface SaveSheetProps {
  readonly filter: ResultsFilter;
  readonly params: URLSearchParams;
  readonly onClose: () => void;
}

/** A file of these trades with their notes, or of all movements in the columns of a tax program. */
export function SaveSheet({ filter, params, onClose }: SaveSheetProps) {
  const { t } = useTranslation('perpetual');
  const [format, setFormat] = useState<Format>('csv');
  const { from, to } = filter;
  const range = { ...defined({ from, to }) };
  const file = useExport(format === 'csv' ? 'trades' : format, params, () =>
    format === 'csv'
      ? ask('exportResults', { ...filter, notes: allNotes() })
      : ask('exportTax', { format, venue: venueName(), ...range }),
  );
  const texts: Record<Format, string> = {
    csv: t('results.csvText'),
    koinly: t('results.taxText'),
    cointracking: t('results.taxText'),
  };
  return (
    <Sheet
      title={t('results.save')}
      onClose={onClose}
      footer={
        <Button look="main" isWide isBusy={file.isBusy} onClick={() => void file.save()}>
          {t('results.saveAs', { name: NAMES[format] })}
        </Button>
      }
    >
      <div className={look('stack')}>
        {formats.map((each) => (
          <Press key={each} look="tile" isChosen={each === format} onClick={() => setFormat(each)}>
            <b>{NAMES[each]}</b>
            <small className={look('dim')}>{texts[each]}</small>
          </Press>
        ))}
        <SaveState file={file} />
      </div>
    </Sheet>
  );
}
