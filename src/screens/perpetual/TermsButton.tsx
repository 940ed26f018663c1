import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { useMarginModes } from '../../i18n/perpetual.ts';
import { login } from '../../state/login.ts';
import type { PanelProps } from './FuturesTicketPanel.tsx';
import terms from './Terms.module.css';
import { TermsSheet } from './TermsSheet.tsx';

/** Margin mode and leverage of this market, and the way to change them. */
export function TermsButton({ control: { frame, market: id }, market }: PanelProps) {
  const { t } = useTranslation('perpetual');
  const modes = useMarginModes();
  const { token } = useSnapshot(login);
  const [isOpen, setOpen] = useState(false);
  const text = frame ? `${modes[frame.mode]} ${frame.leverage}×` : '';
  return (
    <>
      <button
        type="button"
        className={terms['terms']}
        aria-haspopup="dialog"
        aria-label={t('terms.open', { terms: text })}
        disabled={token === null || !frame}
        onClick={() => setOpen(true)}
      >
        {text}
      </button>
      {isOpen ? <TermsSheet id={id} name={market?.name ?? id} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
