import type { ReactNode } from 'react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useOnce } from '../../state/useOnce.ts';
import { Button } from '../Button.tsx';
import { Confirm } from '../dialog/Confirm.tsx';
import { look } from '../look.ts';
import styles from './OrderList.module.css';

/** Cards of orders stand beside each other where there is room. */
export const ORDER_COLUMNS = { columnPx: 320, columnGapPx: 24 };

interface OrderToolsProps {
  /** Where the orders of the past stand, of what is shown. */
  readonly record?: { readonly to: string; readonly title: string };
  /** Takes back what is shown; absent while there is nothing. */
  readonly children?: ReactNode;
}

/** The way to the orders of the past, and the way to take all open ones back. */
export function OrderTools({ record, children }: OrderToolsProps) {
  return (
    <div className={look('between tap', styles['tools'])}>
      {record ? (
        <Link className={look('quiet grid middle tap')} to={record.to}>
          {record.title}
        </Link>
      ) : null}
      {children}
    </div>
  );
}

interface RevokeButtonProps {
  readonly revoke: () => Promise<void>;
}

/** Takes one order back. */
export function RevokeButton({ revoke }: RevokeButtonProps) {
  const { t } = useTranslation('trade');
  const [isBusy, once] = useOnce();
  return (
    <Button look="soft" size="s" isBusy={isBusy} onClick={() => void once(revoke)}>
      {isBusy ? t('orders.revoking') : t('orders.revoke')}
    </Button>
  );
}

interface RevokeAllProps extends RevokeButtonProps {
  /** What would be taken back. */
  readonly text: string;
  /** On the button; absent: that all of them go. */
  readonly action?: string;
}

/** Takes all open orders back, or those of a group, after asking once. */
export function RevokeAll({ text, action, revoke }: RevokeAllProps) {
  const { t } = useTranslation('trade');
  const label = action ?? t('revokeAll.action');
  const [isConfirming, setConfirming] = useState(false);
  const [isBusy, once] = useOnce();
  const confirm = () => {
    setConfirming(false);
    void once(revoke);
  };
  return (
    <>
      <Button
        look="link"
        size="s"
        tone="bad"
        className={look('pushed')}
        isBusy={isBusy}
        onClick={() => setConfirming(!isBusy)}
      >
        {label}
      </Button>
      {isConfirming ? (
        <Confirm
          title={t('revokeAll.title')}
          confirm={label}
          cancel={t('revokeAll.keep')}
          onConfirm={confirm}
          onCancel={() => setConfirming(false)}
        >
          <p>{text}</p>
        </Confirm>
      ) : null}
    </>
  );
}
