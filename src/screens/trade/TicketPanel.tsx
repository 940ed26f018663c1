import type { MarketHead } from '../../../workers/api.ts';
import { useOrderNames } from '../../i18n/orderTexts.ts';
import layout from '../../ui/layout.module.css';
import { AmountFields } from '../../ui/ticket/AmountFields.tsx';
import { PriceFields } from '../../ui/ticket/PriceFields.tsx';
import { SideSwitch } from '../../ui/ticket/SideSwitch.tsx';
import styles from '../../ui/ticket/Ticket.module.css';
import { Preview } from './Preview.tsx';
import { TicketOptions } from './TicketOptions.tsx';
import type { TicketControl } from './useTicket.ts';

interface TicketPanelProps {
  readonly control: TicketControl;
  readonly market: MarketHead | undefined;
}

/** What to buy or sell, how, and what it comes to. */
export function TicketPanel({ control, market }: TicketPanelProps) {
  const { ticket, change } = control;
  const { sides } = useOrderNames();
  const [base, quote] = [market?.base ?? '', market?.quote ?? ''];
  return (
    <section className={`${layout['stack']} ${styles['ticket']}`} data-area="ticket">
      <SideSwitch
        sides={['buy', 'sell']}
        names={sides}
        selected={ticket.side}
        // A share of one asset is no share of the other.
        onSelect={(side) => change({ side, percent: '' })}
      />
      <PriceFields control={control} isStop={ticket.type === 'stopLimit'} unit={quote} />
      <AmountFields control={control} base={base} quote={quote} />
      <TicketOptions control={control} />
      <Preview control={control} market={market} />
    </section>
  );
}
