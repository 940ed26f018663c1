import { Check, Share2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../ui/Button.tsx';
import { shareText } from '../../ui/share.ts';

const SAID_MS = 2_000;

/** Hands the address of this screen to another app; where the browser cannot, copies it. */
export function ShareButton({ name }: { readonly name: string }) {
  const { t } = useTranslation('detail');
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setIsCopied(false), SAID_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const share = async () =>
    setIsCopied((await shareText({ title: name, url: window.location.href })) === 'copied');
  return (
    <IconButton label={t('share')} onClick={() => void share()}>
      {isCopied ? <Check size={18} aria-hidden="true" /> : <Share2 size={18} aria-hidden="true" />}
      <span className="visually-hidden" role="status">
        {isCopied ? t('copied') : ''}
      </span>
    </IconButton>
  );
}
