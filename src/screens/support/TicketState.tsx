import type { TicketState as State } from '../../../domain/index.ts';
import { useTicketStates } from '../../i18n/support.ts';
import { look } from '../../ui/look.ts';
import { State as Word } from '../../ui/State.tsx';

/** How far a ticket has come, in a word. */
export function TicketState({ state }: { readonly state: State }) {
  const states = useTicketStates();
  if (state === 'closed') return <small className={look('small')}>{states[state]}</small>;
  return <Word tone={state === 'waiting' ? 'wait' : 'done'}>{states[state]}</Word>;
}
