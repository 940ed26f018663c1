import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { isRefusalCode, isStopType } from '../../../domain/index.ts';
import type { MarketHead } from '../../../workers/api.ts';
import { useOrderNames } from '../../i18n/orderTexts.ts';
import { useRefusalWords } from '../../i18n/refusals.ts';
import { look } from '../../ui/look.ts';
import { AmountFields } from '../../ui/ticket/AmountFields.tsx';
import { BracketFields } from '../../ui/ticket/BracketFields.tsx';
import { SendPlace } from '../../ui/ticket/Dock.tsx';
import { PriceFields } from '../../ui/ticket/PriceFields.tsx';
import { SendButton } from '../../ui/ticket/SendButton.tsx';
import { SideSwitch } from '../../ui/ticket/SideSwitch.tsx';
import styles from '../../ui/ticket/Ticket.module.css';
import { TicketError } from '../../ui/ticket/TicketError.tsx';
import { mayGuard, unitOf } from '../../ui/ticket/ticket.ts';
import { OrderKinds } from './OrderKinds.tsx';
import { OrderNumbers } from './OrderNumbers.tsx';
import { PairFields } from './PairFields.tsx';
import { Preview } from './Preview.tsx';
import { orderRequestOf, useOrderSender } from './useOrderSender.ts';
import type { TicketControl } from './useTicket.ts';

interface TicketPanelProps {
  readonly control: TicketControl;
  readonly market: MarketHead | undefined;
}

/** What to buy or sell, how, what it comes to, and the button that sends it. */
export function TicketPanel({ control, market }: TicketPanelProps) {
  const { ticket, frame, change, firstError } = control;
  const { sides } = useOrderNames();
  const errorId = useId();
  const [base, quote] = [market?.base ?? '', market?.quote ?? ''];
  const unit = unitOf(ticket);
  return (
    <section className={look('flex gap1 shrinks', styles['ticket'])} data-area="ticket">
      <OrderKinds control={control} head={market} />
      <SideSwitch
        sides={['buy', 'sell']}
        names={sides}
        selected={ticket.side}
        // A share of one asset is no share of the other.
        onSelect={(side) => change({ side, percent: '' })}
      />
      {ticket.type === 'oco' ? (
        <PairFields control={control} unit={quote} errorId={errorId} />
      ) : (
        <PriceFields control={control} isStop={isStopType(ticket.type)} unit={quote} errorId={errorId} />
      )}
      <AmountFields
        control={control}
        unit={unit}
        next={unit === 'base' ? 'quote' : 'base'}
        onUnit={(next) => change({ unit: next === 'quote' ? 'quote' : 'base', amount: '' })}
        base={base}
        quote={quote}
        inOther={unit === 'base' ? frame?.total : frame?.quantity}
        errorId={errorId}
      />
      {mayGuard(ticket) ? <BracketFields control={control} quote={quote} errorId={errorId} /> : null}
      <div className={look('grid tall', styles['come'])}>
        {firstError === undefined ? (
          <Preview control={control} market={market} />
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

function OrderButton({ control, market }: TicketPanelProps) {
  const { t } = useTranslation('trade');
  const { ofCode } = useRefusalWords();
  const { state, send } = useOrderSender(market, control.reset);
  const { ticket, frame, order, hasErrors } = control;
  const why = frame?.blocked;
  const asset = { asset: market?.base ?? '' };
  return (
    <SendButton
      side={ticket.side}
      action={ticket.side === 'buy' ? t('buy', asset) : t('sell', asset)}
      state={state}
      blocked={why && ofCode(isRefusalCode(why) ? why : 'unavailable')}
      requested={
        hasErrors || !order || !frame
          ? undefined
          : { ...orderRequestOf(control.market, ticket, order, frame), frame }
      }
      isAnswered={control.isAnswered}
      awaited={control.awaited}
      onEarlyTap={control.awaitTap}
      onWaited={control.endWait}
      onTap={control.touchAll}
      onSend={(requested) => void send(requested)}
      numbers={(requested) => <OrderNumbers {...requested} market={market} />}
    />
  );
}
