import { defined } from '../../../domain/index.ts';
import { TrailFields } from './TrailFields.tsx';
import type { FuturesControl } from './useFuturesTicket.ts';

interface TicketTrailProps {
  readonly control: FuturesControl;
  /** Where what is wrong is said. */
  readonly errorId: string;
}

/** How far behind the best price a stop stays, and from where on it follows. */
export function TicketTrail({ control, errorId }: TicketTrailProps) {
  const { ticket, change, touch, errorOf } = control;
  const { trail, trailValue, activation } = ticket;
  if (trail === '') return null;
  return (
    <TrailFields
      input={{ by: trail, value: trailValue, activation }}
      errors={{ value: errorOf('trailValue'), activation: errorOf('activation') }}
      errorId={errorId}
      onChange={({ by, value, activation: start }) =>
        change({
          ...defined({ trail: by, trailValue: value, activation: start }),
        })
      }
      onLeave={(field) => touch(field === 'value' ? 'trailValue' : 'activation')}
    />
  );
}
