import { isRefusalCode, marketBounds } from '../../../domain/index.ts';
import type { MarketHead } from '../../../workers/api.ts';
import { useBoundTexts } from '../../i18n/bounds.ts';
import { useRefusalWords } from '../../i18n/refusals.ts';
import { look } from '../look.ts';
import styles from './Ticket.module.css';

interface TicketErrorProps {
  /** By which its fields name it. */
  readonly id: string;
  /** Code of the first that is wrong; undefined: nothing is. */
  readonly code: string | undefined;
  readonly market: MarketHead | undefined;
}

/** What is wrong with a ticket, in the place of what it would come to: nothing below it moves. */
export function TicketError({ id, code, market }: TicketErrorProps) {
  const { ofCode } = useRefusalWords();
  const bounds = useBoundTexts(market && marketBounds(market));
  if (code === undefined) return null;
  return (
    <p id={id} className={look('bad mini', styles['error'])} role="alert">
      {ofCode(isRefusalCode(code) ? code : 'amountInvalid', bounds)}
    </p>
  );
}
