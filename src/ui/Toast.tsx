import { CircleAlert, CircleCheck, CircleHelp } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { look } from './look.ts';
import styles from './Toast.module.css';

const SHOWN_MS = 5_000;

const ICONS = { good: CircleCheck, plain: CircleCheck, part: CircleHelp, bad: CircleAlert } as const;

interface ToastProps {
  readonly title: string;
  readonly text: string;
  readonly tone: 'good' | 'plain' | 'part' | 'bad';
  /** Whether it goes by itself. */
  readonly leaves: boolean;
  /** What a tap does before it is gone. */
  readonly action?: { readonly text: string; readonly run: () => void } | undefined;
  readonly onGone: () => void;
}

/** Something reported in passing; a tap takes it away, or back what it reports of. */
export function Toast({ title, text, tone, leaves, action, onGone }: ToastProps) {
  const { t } = useTranslation('app');
  const gone = useRef(onGone);
  gone.current = onGone;
  // Five seconds from its coming, whatever is rendered meanwhile.
  useEffect(() => {
    if (!leaves) return undefined;
    const timer = setTimeout(() => gone.current(), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [leaves]);
  const Icon = ICONS[tone];
  return (
    <button
      type="button"
      className={look('stack3 middle small left tall round3', styles['toast'])}
      data-tone={tone}
      onClick={() => {
        action?.run();
        onGone();
      }}
    >
      <Icon size={20} aria-hidden="true" />
      <span>
        <b className={look('normal')}>{title}</b>
        <span>{text}</span>
        {action ? <b>{action.text}</b> : null}
      </span>
      {action ? null : <span className="visually-hidden">{t('close')}</span>}
    </button>
  );
}
