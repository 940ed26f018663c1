import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OrderLine } from '../../../workers/api.ts';
import { useCommandWords } from '../../i18n/funds.ts';
import type { Asking } from '../../state/useCommand.ts';
import { useCommand } from '../../state/useCommand.ts';
import { Button } from '../../ui/Button.tsx';
import { Confirm } from '../../ui/dialog/Confirm.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { look } from '../../ui/look.ts';
import { OrderHead } from './OrderHead.tsx';
import styles from './Revoke.module.css';
import { useLiveOrder } from './useOrder.ts';

interface RevokeProps {
  readonly line: OrderLine;
  readonly isLive: boolean;
  /** Told when the order is not any more what it was. */
  readonly onChange: () => void;
}

/** Takes back what of an order has not traded, while it is live. */
export function Revoke({ line, isLive, onChange }: RevokeProps) {
  const { t } = useTranslation('orders');
  const [isConfirming, setConfirming] = useState(false);
  const { asking, send } = useCommand('spot.cancel');
  useEnd(asking, onChange);
  const isOpen = isUnderWay(asking);
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
      <Outcome asking={asking} isLive={isLive} />
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

/** One whose key was lost cannot be followed; revoking again does no harm. */
function isUnderWay(asking: Asking | undefined): boolean {
  return asking?.state === 'sending' || (asking?.state === 'unknown' && asking.key !== '');
}

/** Tells once for each end that a revoking comes to. */
function useEnd(asking: Asking | undefined, onEnd: () => void): void {
  const told = useRef(onEnd);
  told.current = onEnd;
  const state = asking?.state;
  useEffect(() => {
    if (state === 'settled' || state === 'refused') told.current();
  }, [state]);
}

function Follow({ line, onChange }: Pick<RevokeProps, 'line' | 'onChange'>) {
  useLiveOrder(line, onChange);
  return null;
}

interface OutcomeProps {
  readonly asking: Asking | undefined;
  readonly isLive: boolean;
}

/** What became of the revoking; an order that has ended meanwhile says so itself. */
function Outcome({ asking, isLive }: OutcomeProps) {
  const { t } = useTranslation('orders');
  const words = useCommandWords();
  const isTold = asking && (isLive || (asking.state !== 'sending' && asking.state !== 'unknown'));
  return (
    <p
      className={
        asking && asking.state !== 'sending' && asking.state !== 'settled'
          ? look('warning small filled')
          : look('quiet filled')
      }
      role="status"
      data-state={asking?.state}
    >
      {isTold ? (asking.state === 'settled' ? t('revoke.done') : words(asking.state, asking.failed)) : null}
    </p>
  );
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
