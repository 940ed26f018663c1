import { useTranslation } from 'react-i18next';
import { SETTLEMENT_ASSET } from '../../../domain/index.ts';
import { Check } from '../../ui/form/Check.tsx';
import { look } from '../../ui/look.ts';
import { BracketFields } from '../../ui/ticket/BracketFields.tsx';
import type { FuturesControl } from './useFuturesTicket.ts';

interface TicketGuardsProps {
  readonly control: FuturesControl;
  /** Where what is wrong is said. */
  readonly errorId: string;
}

/** Take-profit and stop-loss of the order, with what each comes to; or that it only closes. */
export function TicketGuards({ control, errorId }: TicketGuardsProps) {
  const { t } = useTranslation('perpetual');
  const { ticket, change } = control;
  return (
    <BracketFields control={control} isOff={ticket.reduceOnly} quote={SETTLEMENT_ASSET} errorId={errorId}>
      {ticket.hasGuards && !ticket.reduceOnly ? null : ticket.trail === '' ? (
        // An order that brings guards opens; one that only closes has nothing to guard.
        <Check isOn={ticket.reduceOnly} onChange={(reduceOnly) => change({ reduceOnly, percent: '' })}>
          {t('reduceOnly')}
        </Check>
      ) : (
        // A trailing stop only closes: it is said where it would be chosen.
        <span className={look('quiet')}>{t('reduceOnly')}</span>
      )}
    </BracketFields>
  );
}
