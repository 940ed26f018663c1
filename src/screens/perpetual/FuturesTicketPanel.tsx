import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { SETTLEMENT_ASSET } from '../../../domain/index.ts';
import { usePositionSides } from '../../i18n/perpetual.ts';
import { useRefusalWords } from '../../i18n/refusals.ts';
import { look } from '../../ui/look.ts';
import { AmountFields } from '../../ui/ticket/AmountFields.tsx';
import { SendPlace } from '../../ui/ticket/Dock.tsx';
import { PriceFields } from '../../ui/ticket/PriceFields.tsx';
import { SendButton } from '../../ui/ticket/SendButton.tsx';
import { SideSwitch } from '../../ui/ticket/SideSwitch.tsx';
import styles from '../../ui/ticket/Ticket.module.css';
import { TicketError } from '../../ui/ticket/TicketError.tsx';
import { FuturesKinds } from './FuturesKinds.tsx';
import { FuturesNumbers } from './FuturesNumbers.tsx';
import { FuturesPreview } from './FuturesPreview.tsx';
import type { FuturesTicket } from './futuresTicket.ts';
import { TermsChips } from './TermsChips.tsx';
import { TicketGuards } from './TicketGuards.tsx';
import { TicketTrail } from './TicketTrail.tsx';
import { requestOf, useFuturesSender } from './useFuturesSender.ts';
import type { PanelProps } from './useFuturesTicket.ts';

/** Long or short, how, how much, what it comes to, and the button that sends it. */
export function FuturesTicketPanel({ control, market }: PanelProps) {
  const { ticket, frame, change, firstError } = control;
  const sides = usePositionSides();
  const errorId = useId();
  return (
    <section className={look('flex gap1 shrinks', styles['ticket'])} data-area="ticket">
      <div className={look('flex wrap', styles['head'])}>
        <TermsChips control={control} market={market} />
        <FuturesKinds control={control} market={market} />
      </div>
      <SideSwitch
        sides={['long', 'short']}
        names={sides}
        selected={ticket.side}
        // A share of what one side can open is no share of the other's; guards lie on the other side.
        onSelect={(side) => change({ side, percent: '', takeProfit: '', stopLoss: '' })}
      />
      {ticket.trail === '' ? (
        <PriceFields control={control} isStop={ticket.isStop} unit={SETTLEMENT_ASSET} errorId={errorId} />
      ) : (
        <TicketTrail control={control} errorId={errorId} />
      )}
      <AmountFields
        control={control}
        unit={ticket.unit}
        next={unitAfter(ticket)}
        // A per cent to begin with: what most take for one trade.
        onUnit={(unit) => change({ unit, amount: unit === 'risk' ? FIRST_RISK : '', percent: '' })}
        base={market?.base ?? ''}
        quote={SETTLEMENT_ASSET}
        inOther={ticket.unit === 'base' ? frame?.value : frame?.quantity}
        errorId={errorId}
      />
      <TicketGuards control={control} errorId={errorId} />
      <div className={look('grid tall', styles['come'])}>
        {firstError === undefined ? (
          <FuturesPreview control={control} market={market} />
        ) : (
          <TicketError id={errorId} code={firstError} market={market} />
        )}
      </div>
      <SendPlace>
        <OrderButton control={control} market={market} />
      </SendPlace>
    </section>
  );
}

/** Per cent of equity. */
const FIRST_RISK = '1';

/** Quantity, value and, where the order has a stop-loss, what may be lost at it. */
function unitAfter({ unit, hasGuards, reduceOnly }: FuturesTicket): FuturesTicket['unit'] {
  if (unit === 'base') return 'quote';
  return unit === 'quote' && hasGuards && !reduceOnly ? 'risk' : 'base';
}

function OrderButton({ control, market }: PanelProps) {
  const { t } = useTranslation('perpetual');
  const { ofCode } = useRefusalWords();
  const { state, send } = useFuturesSender(market, control.reset);
  const { ticket, frame, order, hasErrors } = control;
  const asset = { asset: market?.base ?? '' };
  const opens = ticket.side === 'long' ? t('action.long', asset) : t('action.short', asset);
  return (
    <SendButton
      side={ticket.side === 'long' ? 'buy' : 'sell'}
      action={ticket.reduceOnly ? `${t('action.close')} ${asset.asset}` : opens}
      state={state}
      blocked={frame?.blocked && ofCode(frame.blocked)}
      requested={
        hasErrors || !order || !frame
          ? undefined
          : { request: requestOf(control.market, ticket, order, frame.ahead), frame }
      }
      isAnswered={control.isAnswered}
      awaited={control.awaited}
      onEarlyTap={control.awaitTap}
      onWaited={control.endWait}
      onTap={control.touchAll}
      onSend={({ request }) => void send(request)}
      numbers={(requested) => <FuturesNumbers {...requested} market={market} />}
    />
  );
}
