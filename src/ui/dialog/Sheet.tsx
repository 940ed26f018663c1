import { X } from 'lucide-react';
import type { MouseEvent, PointerEvent, ReactNode, SyntheticEvent } from 'react';
import { useId, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../Button.tsx';
import { look } from '../look.ts';
import { addBackEntry } from './backEntries.ts';
import { pullDown, slideOut } from './pullDown.ts';
import styles from './Sheet.module.css';

interface SheetProps {
  readonly title: string;
  /** Called once it has closed: by its button, Escape, Back, a pull downwards or a tap beside it. */
  readonly onClose: () => void;
  /** Buttons that stay in sight. */
  readonly footer?: ReactNode;
  readonly children: ReactNode;
}

/** A sheet from below, open for as long as it is rendered. The browser keeps the focus in it and gives it back. */
export function Sheet({ title, onClose, footer, children }: SheetProps) {
  const { t } = useTranslation('app');
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const leave = () => dialog.current && slideOut(dialog.current, () => dialog.current?.close());
  const backdrop = useBackdrop(leave);
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return undefined;
    element.showModal();
    const close = () => slideOut(element, () => element.close());
    const endPull = pullDown(element, close);
    const forget = addBackEntry(close);
    element.addEventListener('close', () => element.open || forget());
    return () => {
      forget();
      endPull();
      element.close();
    };
  }, []);
  const isCancelled = useRef(false);
  // The event comes late: a sheet that was opened again meanwhile stays.
  const closed = () => {
    if (!dialog.current?.open && !isCancelled.current) onClose();
  };
  // By Escape it is gone at once, and not only with that event: a key in between would do nothing.
  const cancelled = (event: SyntheticEvent) => {
    if (event.target !== event.currentTarget || isCancelled.current) return;
    event.preventDefault();
    isCancelled.current = true;
    dialog.current?.close();
    onClose();
  };
  return (
    <dialog
      ref={dialog}
      className={look('mids normal bright wide ground1', styles['sheet'])}
      aria-labelledby={titleId}
      onClose={closed}
      onCancel={cancelled}
      {...backdrop}
    >
      <div className={look('flex shrinks grows', styles['panel'])}>
        <header className={look('stack middle rigid', styles['head'])}>
          <h2 className={look('large high3 breaks')} id={titleId}>
            {title}
          </h2>
          <IconButton label={t('close')} onClick={leave}>
            <X size={20} aria-hidden="true" />
          </IconButton>
        </header>
        <div className={look('scroller', styles['body'])}>{children}</div>
        {footer ? (
          <footer className={look('flex gap2 rigid ruled', styles['footer'])}>{footer}</footer>
        ) : null}
      </div>
    </dialog>
  );
}

/** A tap that begins and ends beside the panel: the backdrop counts as the dialog itself. */
function useBackdrop(tapped: () => void) {
  const began = useRef(false);
  return {
    onPointerDown: ({ target, currentTarget }: PointerEvent) => {
      began.current = target === currentTarget;
    },
    onClick: ({ target, currentTarget }: MouseEvent) => {
      if (began.current && target === currentTarget) tapped();
      began.current = false;
    },
  };
}
