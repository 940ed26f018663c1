import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { venueSlug } from '../../state/brand.ts';
import { Button } from '../../ui/Button.tsx';
import { CopyText } from '../../ui/CopyText.tsx';
import { look } from '../../ui/look.ts';
import totp from './totp.module.css';

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly onKept: () => void;
}

/** Codes for a lost phone. They are shown once. */
export function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
  const { t } = useTranslation('account');
  const text = codes.join('\n');
  return (
    <section className={look('page')} aria-labelledby="recovery">
      <h2 className={look('title')} id="recovery">
        {t('recovery.title')}
      </h2>
      <p className={look('warn')}>{t('recovery.text')}</p>
      <ol className={look('stack surface large mid', totp['codes'])}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className={look('row wrap accent')}>
        <CopyText text={text} label={t('copy')} />
        <Button look="link" onClick={() => download(`${text}\n`)}>
          <Download size={16} aria-hidden="true" />
          <span>{t('recovery.download')}</span>
        </Button>
      </div>
      <Button look="main" onClick={onKept}>
        {t('recovery.kept')}
      </Button>
    </section>
  );
}

function download(text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = `${venueSlug()}-recovery-codes.txt`;
  link.click();
  // The browser reads it after this turn.
  setTimeout(() => URL.revokeObjectURL(address), 1_000);
}
