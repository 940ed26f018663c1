import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CycleDirection } from '../../../domain/index.ts';
import { useDirectionNames } from '../../i18n/cycle.ts';
import { useRefusalWords } from '../../i18n/refusals.ts';
import { tellToast } from '../../state/toasts.ts';
import { useSender } from '../../state/useSender.ts';
import { focusWrongNumber } from '../../ui/form/focusWrong.ts';
import layout from '../../ui/layout.module.css';
import { Blocked, Dock, SenderState } from '../../ui/ticket/Dock.tsx';
import styles from './CycleDock.module.css';
import type { CycleTicketControl } from './useCycleTicket.ts';

interface CycleDockProps {
  readonly control: CycleTicketControl;
}

/** Up and down, always under the thumb, each with what it returns. */
export function CycleDock({ control }: CycleDockProps) {
  return (
    <Dock>
      <Buttons control={control} />
    </Dock>
  );
}

function Buttons({ control }: CycleDockProps) {
  const { t } = useTranslation('cycle');
  const { ofRefusal } = useRefusalWords();
  const { state, buying, bought, buy } = useBuy(control);
  const { frame } = control;
  const opensIn = frame?.asset?.opensIn ?? '';
  if (frame?.blocked)
    return (
      <Blocked>
        {frame.blocked === 'marketClosed' && opensIn !== ''
          ? t('opens', { time: opensIn })
          : ofRefusal(frame.refused ?? { code: frame.blocked, message: '' })}
      </Blocked>
    );
  return (
    <>
      <SenderState state={state} />
      <p className="visually-hidden" role="status">
        {bought}
      </p>
      <dl className={styles['rule']}>
        <dt>{t('terms.tie')}</dt>
        <dd>{t('terms.tieText')}</dd>
      </dl>
      <div className={`${layout['stack']} ${styles['buttons']}`}>
        {(['up', 'down'] as const).map((direction) => (
          <BuyButton
            key={direction}
            direction={direction}
            control={control}
            isBusy={state !== 'idle' || !control.isAnswered}
            isBuying={state === 'sending' && buying === direction}
            onBuy={() => void buy(direction)}
          />
        ))}
      </div>
    </>
  );
}

interface BuyButtonProps extends CycleDockProps {
  readonly direction: CycleDirection;
  readonly isBusy: boolean;
  readonly isBuying: boolean;
  readonly onBuy: () => void;
}

const ARROW = { up: '▲', down: '▼' } as const;

function BuyButton({ direction, control: { frame }, isBusy, isBuying, onBuy }: BuyButtonProps) {
  const { t } = useTranslation('cycle');
  const names = useDirectionNames();
  const own = frame?.[direction];
  return (
    <button
      type="button"
      className={`${layout['centred']} ${styles['buy']}`}
      data-side={direction}
      aria-disabled={isBusy}
      aria-busy={isBuying}
      onClick={onBuy}
    >
      <span className={styles['name']}>
        <span aria-hidden="true">{ARROW[direction]}</span> {isBuying ? t('buying') : names[direction]}{' '}
        <span className={styles['rate']}>{own?.rate}</span>
      </span>
      <small>{t('gets', { payout: `${own?.payout ?? ''} ${frame?.stakeAsset ?? ''}` })}</small>
    </button>
  );
}

/** Buys at the quote that stands on the ticket, one contract at a time. */
function useBuy(control: CycleTicketControl) {
  const { t } = useTranslation('cycle');
  const names = useDirectionNames();
  const { ofRefusal } = useRefusalWords();
  const { state, send } = useSender('cycle.buy');
  const [buying, setBuying] = useState<CycleDirection>();
  // Its pill and its line are seen; who does not see them is told.
  const [bought, setBought] = useState('');
  const buy = async (direction: CycleDirection) => {
    const { order, hasError, frame, touch, renew } = control;
    touch();
    if (state !== 'idle') return;
    if (hasError) focusWrongNumber();
    if (!order || !frame) return;
    setBuying(direction);
    const result = await send({ ...order, direction });
    // Bought, refused or lost: the quote is not to be used again.
    renew();
    if (result?.state === 'refused' && result.error.code !== 401)
      tellToast({ id: 'cycle:refused', tone: 'bad', title: t('refused'), text: ofRefusal(result.error) });
    if (result?.state !== 'settled') return;
    const amount = `${frame.stake} ${frame.stakeAsset}`;
    const text = [names[direction], frame.asset?.name ?? '', amount].join(' · ');
    setBought(`${t('bought')}: ${text}`);
  };
  return { state, buying, bought, buy };
}
