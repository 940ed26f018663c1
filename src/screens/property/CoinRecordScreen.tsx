import { Download } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { useRefusalWords } from '../../i18n/refusals.ts';
import { login } from '../../state/login.ts';
import { Screen } from '../../ui/Screen.tsx';
import { SignInFirst } from '../../ui/SignInFirst.tsx';
import styles from './CoinRecordScreen.module.css';
import { RecordFilters } from './RecordFilters.tsx';
import { Records } from './Records.tsx';
import { filterFrom } from './recordFilter.ts';
import type { Export } from './useExport.ts';
import { useExport } from './useExport.ts';

/** The format's name is the same everywhere. */
const FORMAT = 'CSV';

/** Every movement of the person's money; the filter stands in the address. */
export default function CoinRecordScreen() {
  const { t } = useTranslation(['app', 'funds']);
  const { token } = useSnapshot(login);
  const [params, setParams] = useSearchParams();
  const text = params.toString();
  const filter = useMemo(() => filterFrom(new URLSearchParams(text)), [text]);
  const file = useExport(filter);
  return (
    <Screen
      title={t('title.coinRecord')}
      up="/property"
      actions={token === null ? null : <SaveButton file={file} />}
    >
      {token === null ? (
        <SignInFirst title={t('funds:signedOut.title')} gain={t('funds:signedOut.text')} />
      ) : (
        <>
          <SaveState file={file} />
          <RecordFilters params={params} onChange={(next) => setParams(next, { replace: true })} />
          <Records key={text} filter={filter} />
        </>
      )}
    </Screen>
  );
}

function SaveButton({ file }: { readonly file: Export }) {
  const { t } = useTranslation('funds');
  return (
    <button
      type="button"
      className={styles['save']}
      aria-label={t('records.save')}
      aria-busy={file.isBusy}
      onClick={() => void file.save()}
    >
      <Download size={18} aria-hidden="true" />
      <span>{FORMAT}</span>
    </button>
  );
}

function SaveState({ file }: { readonly file: Export }) {
  const { t } = useTranslation('funds');
  const words = useRefusalWords();
  return (
    <p className={styles['said']} role="status">
      {file.isBusy ? t('records.saving') : file.failed ? words(file.failed) : null}
    </p>
  );
}
