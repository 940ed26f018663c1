import { useTranslation } from 'react-i18next';
import { isRefusalCode } from '../../../domain/index.ts';
import type { MarketHead } from '../../../workers/api.ts';
import { useRefusalWords } from '../../i18n/refusals.ts';
import { Dock } from '../../ui/ticket/Dock.tsx';
import { SendButton } from '../../ui/ticket/SendButton.tsx';
import { OrderNumbers } from './OrderNumbers.tsx';
import { requestOf, useOrderSender } from './useOrderSender.ts';
import type { TicketControl } from './useTicket.ts';

interface OrderDockProps {
  readonly control: TicketControl;
  readonly market: MarketHead | undefined;
}

/** Sends the ticket of a pair. */
export function OrderDock(props: OrderDockProps) {
  return (
    <Dock>
      <OrderButton {...props} />
    </Dock>
  );
}

function OrderButton({ control, market }: OrderDockProps) {
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
      asked={
        hasErrors || !order || !frame
          ? undefined
          : { request: requestOf(control.market, ticket, order), frame }
      }
      onTap={control.touchAll}
      onSend={({ request }) => void send(request)}
      numbers={(asked) => <OrderNumbers {...asked} market={market} />}
    />
  );
}
