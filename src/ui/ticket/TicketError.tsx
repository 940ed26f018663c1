import { isRefusalCode } from '../../../domain/index.ts';
import { useRefusalWords } from '../../i18n/refusals.ts';
import { look } from '../look.ts';
import styles from './Ticket.module.css';

interface TicketErrorProps {
  /** By which its fields name it. */
  readonly id: string;
  /** Code of the first that is wrong; undefined: nothing is. */
  readonly code: string | undefined;
}

/** What is wrong with a ticket, in the place of what it would come to: nothing below it moves. */
export function TicketError({ id, code }: TicketErrorProps) {
  const { ofCode } = useRefusalWords();
  if (code === undefined) return null;
  return (
    <p id={id} className={look('bad mini', styles['error'])} role="alert">
      {ofCode(isRefusalCode(code) ? code : 'amountInvalid')}
    </p>
  );
}
