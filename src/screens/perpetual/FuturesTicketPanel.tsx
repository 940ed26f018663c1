import { SETTLEMENT_ASSET } from '../../../domain/index.ts';
import type { MarketHead } from '../../../workers/api.ts';
import { usePositionSides } from '../../i18n/perpetual.ts';
import layout from '../../ui/layout.module.css';
import { AmountFields } from '../../ui/ticket/AmountFields.tsx';
import { PriceFields } from '../../ui/ticket/PriceFields.tsx';
import { SideSwitch } from '../../ui/ticket/SideSwitch.tsx';
import styles from '../../ui/ticket/Ticket.module.css';
import { FuturesOptions } from './FuturesOptions.tsx';
import { FuturesPreview } from './FuturesPreview.tsx';
import { TermsButton } from './TermsButton.tsx';
import type { FuturesControl } from './useFuturesTicket.ts';

export interface PanelProps {
  readonly control: FuturesControl;
  readonly market: MarketHead | undefined;
}

/** Long or short, how, how much, and what it comes to. */
export function FuturesTicketPanel({ control, market }: PanelProps) {
  const { ticket, change } = control;
  const sides = usePositionSides();
  return (
    <section className={`${layout['stack']} ${styles['ticket']}`} data-area="ticket">
      <TermsButton control={control} market={market} />
      <SideSwitch
        sides={['long', 'short']}
        names={sides}
        selected={ticket.side}
        // A share of what one side can open is no share of the other's; guards lie on the other side.
        onSelect={(side) => change({ side, percent: '', takeProfit: '', stopLoss: '' })}
      />
      <PriceFields control={control} isStop={ticket.isStop} unit={SETTLEMENT_ASSET} />
      <AmountFields control={control} base={market?.base ?? ''} quote={SETTLEMENT_ASSET} />
      <FuturesOptions control={control} />
      <FuturesPreview control={control} market={market} />
    </section>
  );
}
