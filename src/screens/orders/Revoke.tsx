import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OrderLine } from '../../../workers/api.ts';
import type { Sending } from '../../state/useCommand.ts';
import { isUnderWay, useCommand } from '../../state/useCommand.ts';
import { Button } from '../../ui/Button.tsx';
import { CommandStatus } from '../../ui/CommandStatus.tsx';
import { Confirm } from '../../ui/dialog/Confirm.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { look } from '../../ui/look.ts';
import { OrderHead } from './OrderHead.tsx';
import styles from './Revoke.module.css';
import { useLiveOrder } from './useOrder.ts';

interface RevokeProps {
  readonly line: OrderLine;
  readonly isLive: boolean;
  /** Called when the order has changed. */
  readonly onChange: () => void;
}

/** Takes back what of an order has not traded, while it is live. */
export function Revoke({ line, isLive, onChange }: RevokeProps) {
  const { t } = useTranslation('orders');
  const [isConfirming, setConfirming] = useState(false);
  const { sending, send } = useCommand('spot.cancel');
  useEnd(sending, onChange);
  const isOpen = isUnderWay(sending);
  const confirm = () => {
    setConfirming(false);
    void send({ id: line.id });
  };
  return (
    <div className={look('stack pad', styles['revoke'])}>
      {isLive ? <Follow line={line} onChange={onChange} /> : null}
      {isLive ? (
        <Button aria-disabled={isOpen} onClick={() => setConfirming(!isOpen)}>
          {t('revoke.action')}
        </Button>
      ) : null}
      {/* An order that has ended meanwhile says so itself. */}
      <CommandStatus
        sending={sending}
        done={t('revoke.done')}
        isHidden={!isLive && (sending?.state === 'sending' || sending?.state === 'unknown')}
      />
      {isConfirming && isLive ? (
        <Confirm
          title={t('revoke.ask')}
          confirm={t('revoke.action')}
          cancel={t('revoke.keep')}
          onConfirm={confirm}
          onCancel={() => setConfirming(false)}
        >
          <Consequence line={line} />
        </Confirm>
      ) : null}
    </div>
  );
}

/** Called once for each outcome of a cancellation. */
function useEnd(sending: Sending | undefined, onEnd: () => void): void {
  const latest = useRef(onEnd);
  latest.current = onEnd;
  const state = sending?.state;
  useEffect(() => {
    if (state === 'settled' || state === 'refused') latest.current();
  }, [state]);
}

function Follow({ line, onChange }: Pick<RevokeProps, 'line' | 'onChange'>) {
  useLiveOrder(line, onChange);
  return null;
}

function Consequence({ line }: { readonly line: OrderLine }) {
  const { t } = useTranslation('orders');
  return (
    <>
      <OrderHead line={line} />
      <Facts look="grid" columns={2}>
        <Fact name={t('price')} text={line.price} isPublic />
        <Fact name={t('untraded')} text={line.untraded} />
      </Facts>
      <p className={look('text')}>{t('revoke.text')}</p>
    </>
  );
}
