import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CycleDirection } from '../../../domain/index.ts';
import { useDirectionNames } from '../../i18n/cycle.ts';
import { useRefusalWords } from '../../i18n/refusals.ts';
import { changeSettings, settings } from '../../state/settings.ts';
import { signal } from '../../state/signals.ts';
import { useSender } from '../../state/useSender.ts';
import { focusWrongNumber } from '../../ui/form/focusWrong.ts';
import { useReturnedFocus } from '../../ui/form/returnedFocus.ts';
import { Amount } from '../../ui/LiveAmount.tsx';
import { look } from '../../ui/look.ts';
import { Press } from '../../ui/Press.tsx';
import { Blocked, Dock, SenderState } from '../../ui/ticket/Dock.tsx';
import { useRefusalToast } from '../../ui/useRefusalToast.ts';
import { BuySheet } from './BuySheet.tsx';
import styles from './CycleDock.module.css';
import { RunningStrip } from './RunningStrip.tsx';
import type { Contracts } from './useContracts.ts';
import type { CycleTicketControl } from './useCycleTicket.ts';

const NO_FIGURE = '--';

interface CycleDockProps {
  readonly control: CycleTicketControl;
}

interface DockProps extends CycleDockProps {
  readonly contracts: Contracts;
}

/** Up and down, always under the thumb, each with what it returns; below them what runs. */
export function CycleDock({ control, contracts }: DockProps) {
  return (
    <Dock>
      <Outcomes control={control} />
      <Buttons control={control} />
      <RunningStrip contracts={contracts} />
    </Dock>
  );
}

/** What comes of it if it does not win; what a win pays stands on the buttons. */
function Outcomes({ control: { frame } }: CycleDockProps) {
  const { t } = useTranslation('cycle');
  return (
    <dl className={look('stack halves mini', styles['outcomes'])}>
      <div>
        <dt>{t('terms.lose')}</dt>
        <dd className={look('strong')}>
          <Amount text={frame?.stake ?? NO_FIGURE} /> {frame?.stakeAsset}
        </dd>
      </div>
      <div>
        <dt>{t('terms.tie')}</dt>
        <dd className={look('strong')}>{t('terms.tieText')}</dd>
      </div>
    </dl>
  );
}

function Buttons({ control }: CycleDockProps) {
  const { t } = useTranslation('cycle');
  const { ofRefusal } = useRefusalWords();
  const { state, buying, bought, requested, ask, buy } = useBuy(control);
  const { frame } = control;
  const buttons = useReturnedFocus();
  // Between a quote that was used and the next one there is nothing to buy: a tap would be lost without a word.
  const isReady = control.isAnswered && (control.order !== undefined || control.hasError);
  const opensIn = frame?.asset?.opensIn ?? '';
  const blocked = frame?.blocked
    ? frame.blocked === 'marketClosed' && opensIn !== ''
      ? t('opens', { time: opensIn })
      : ofRefusal(frame.refused ?? { code: frame.blocked, message: '' })
    : undefined;
  return (
    <>
      <SenderState state={state} />
      <p className="visually-hidden" role="status">
        {bought}
      </p>
      {blocked === undefined ? (
        <div ref={buttons} className={look('stack halves')} data-exact>
          {(['up', 'down'] as const).map((direction) => (
            <BuyButton
              key={direction}
              direction={direction}
              control={control}
              isBusy={state !== 'idle' || !isReady}
              isBuying={state === 'sending' && buying === direction}
              onBuy={() => ask(direction)}
            />
          ))}
        </div>
      ) : (
        <Blocked>{blocked}</Blocked>
      )}
      {requested ? (
        <BuySheet
          control={control}
          direction={requested}
          blocked={blocked ?? (control.order ? undefined : '')}
          onConfirm={() => void buy(requested)}
          onCancel={() => ask(undefined)}
        />
      ) : null}
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
    <Press
      className={look('centred mid shrinks round3', styles['buy'])}
      data-side={direction}
      aria-disabled={isBusy}
      aria-busy={isBuying}
      onClick={onBuy}
    >
      <span className={look('large strong whole', styles['name'])}>
        <span aria-hidden="true">{ARROW[direction]}</span> {isBuying ? t('buying') : names[direction]}{' '}
        <span className={look('whole')}>{own?.rate}</span>
      </span>
      <small>{t('gets', { payout: `${own?.payout ?? ''} ${frame?.stakeAsset ?? ''}` })}</small>
    </Press>
  );
}

/** Buys at the quote that stands on the ticket, one contract at a time; the first is shown with its terms before. */
function useBuy(control: CycleTicketControl) {
  const { t } = useTranslation('cycle');
  const names = useDirectionNames();
  const toastRefusal = useRefusalToast();
  const { state, send } = useSender('cycle.buy');
  const [buying, setBuying] = useState<CycleDirection>();
  const [requested, setRequested] = useState<CycleDirection>();
  // Its pill and its line are seen; screen readers get a toast.
  const [bought, setBought] = useState('');
  const buy = async (direction: CycleDirection) => {
    const { order, frame, renew } = control;
    setRequested(undefined);
    if (!order || !frame) return;
    changeSettings({ hasConfirmedCycle: true });
    setBuying(direction);
    const result = await send({ ...order, direction });
    // Bought, refused or lost: the quote is not to be used again.
    renew();
    if (result?.state === 'refused') toastRefusal('cycle:refused', t('refused'), result.error);
    if (result?.state !== 'settled') return;
    signal('good');
    const amount = `${frame.stake} ${frame.stakeAsset}`;
    const text = [names[direction], frame.asset?.name ?? '', amount].join(' · ');
    setBought(`${t('bought')}: ${text}`);
  };
  const ask = (direction: CycleDirection | undefined) => {
    if (direction === undefined) return setRequested(undefined);
    control.touch();
    if (state !== 'idle') return undefined;
    if (control.hasError) focusWrongNumber();
    if (!control.order) return undefined;
    return mustConfirm() ? setRequested(direction) : void buy(direction);
  };
  return { state, buying, bought, requested, ask, buy };
}

const mustConfirm = (): boolean =>
  settings.confirmCycles === 'always' || (settings.confirmCycles === 'first' && !settings.hasConfirmedCycle);
