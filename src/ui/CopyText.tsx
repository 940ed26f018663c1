import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './CopyText.module.css';
import { look } from './look.ts';

const SAID_MS = 2_000;

interface CopyTextProps {
  readonly text: string;
  /** What the button says in place of the text. */
  readonly label?: string;
}

/** A text that a tap copies. */
export function CopyText({ text, label }: CopyTextProps) {
  const { t } = useTranslation('account');
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setIsCopied(false), SAID_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = () => {
    navigator.clipboard?.writeText(text).then(
      () => setIsCopied(true),
      () => undefined,
    );
  };
  return (
    <button type="button" className={look('inline middle gap2 left', styles['copy'])} onClick={copy}>
      <span>{label ?? text}</span>
      {isCopied ? (
        <Check className={look('accent')} size={16} aria-hidden="true" />
      ) : (
        <Copy className={look('accent')} size={16} aria-hidden="true" />
      )}
      <span className="visually-hidden">{label ? '' : t('copy')}</span>
      <span className="visually-hidden" role="status">
        {isCopied ? t('copied') : ''}
      </span>
    </button>
  );
}
