import type { ReactNode } from 'react';
import { Button } from '../Button.tsx';
import { look } from '../look.ts';
import styles from './Sheet.module.css';
import { Sheet } from './Sheet.tsx';
import { ignoreSecondTap } from './secondTap.ts';

interface ConfirmProps {
  readonly title: string;
  readonly confirm: string;
  /** Of what confirms. */
  readonly look?: 'main' | 'up' | 'down';
  readonly cancel: string;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
  /** Why it cannot be confirmed at this moment; the sheet stays, as the moment may pass. */
  readonly blocked?: string | undefined;
  /** What will happen, with its numbers. */
  readonly children: ReactNode;
}

/** Asks before something that cannot be taken back. */
export function Confirm(props: ConfirmProps) {
  const { title, confirm, look: tone = 'main', cancel, onConfirm, onCancel, blocked, children } = props;
  return (
    <Sheet
      title={title}
      onClose={onCancel}
      footer={
        <>
          <Button onClick={onCancel}>{cancel}</Button>
          <Button
            look={tone}
            aria-disabled={blocked !== undefined}
            onClick={() => {
              if (blocked !== undefined) return;
              ignoreSecondTap();
              onConfirm();
            }}
          >
            {confirm}
          </Button>
        </>
      }
    >
      {children}
      <p className={look('warning', styles['blocked'])} role="status">
        {blocked}
      </p>
    </Sheet>
  );
}
