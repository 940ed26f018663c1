import { ChevronLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useStoredScroll } from '../app/scroll.ts';
import { IconButton } from './Button.tsx';
import { look } from './look.ts';
import styles from './Screen.module.css';

interface ScreenProps {
  readonly title: string;
  readonly actions?: ReactNode;
  readonly footer?: ReactNode;
  /** Where back leads when there is no way back. */
  readonly up?: string;
  /** A text to read: its body scrolls by the keyboard although nothing in it may take the focus. */
  readonly isRead?: boolean;
  /** It has columns of its own where there is room; else it is one as wide as a text. */
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

/** A page below the tabs: back, title, actions, one scrolling body. */
export function Screen({
  title,
  actions,
  footer,
  up = '/home',
  isRead = false,
  isWide = false,
  children,
}: ScreenProps) {
  const { t } = useTranslation('app');
  const navigate = useNavigate();
  const body = useRef<HTMLDivElement>(null);
  useStoredScroll(body);
  const back = () => {
    const hasPast = (window.history.state as { idx?: number } | null)?.idx ?? 0;
    if (hasPast > 0) navigate(-1);
    else navigate(up, { replace: true });
  };
  return (
    <section className={look('flex mids', styles['screen'])} data-wide={isWide || undefined}>
      <header className={look('grid middle rigid', styles['bar'])} data-dense>
        <IconButton look="strong" label={t('back')} onClick={back}>
          <ChevronLeft size={24} aria-hidden="true" />
        </IconButton>
        <h1>{title}</h1>
        <div className={look('flex middle')}>{actions}</div>
      </header>
      <div ref={body} className={look('scroller', styles['body'])} tabIndex={isRead ? 0 : undefined}>
        {children}
      </div>
      {footer ? (
        <footer className={look('rigid ground1 ruled', styles['footer'])} data-dense>
          {footer}
        </footer>
      ) : null}
    </section>
  );
}
