import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useRefusalWords } from '../../i18n/refusals.ts';
import { look } from '../look.ts';
import styles from './SaveFile.module.css';
import type { Export } from './useExport.ts';

/** The format's name is the same everywhere. */
const FORMAT = 'CSV';

/** Saves what the filter shows as a file. */
export function SaveButton({ file }: { readonly file: Export }) {
  const { t } = useTranslation('funds');
  return (
    <button
      type="button"
      className={look('inline middle accent small strong', styles['save'])}
      aria-label={t('records.save')}
      aria-busy={file.isBusy}
      onClick={() => void file.save()}
    >
      <Download size={18} aria-hidden="true" />
      <span>{FORMAT}</span>
    </button>
  );
}

/** How far the file has come. */
export function SaveState({ file }: { readonly file: Export }) {
  const { t } = useTranslation('funds');
  const { ofRefusal } = useRefusalWords();
  return (
    <p className={look('quiet', styles['said'])} role="status">
      {file.isBusy ? t('records.saving') : file.failed ? ofRefusal(file.failed) : null}
    </p>
  );
}
