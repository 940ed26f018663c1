import { useCommandWords } from '../i18n/funds.ts';
import type { Sending } from '../state/useCommand.ts';
import { look } from './look.ts';

interface CommandStatusProps {
  readonly sending: Sending | undefined;
  /** In place of the usual words once the call has acted. */
  readonly done?: string;
  /** The line is empty, and keeps its room. */
  readonly isHidden?: boolean;
}

/** How far a money-moving call has come, in a line for readers of the screen too. */
export function CommandStatus({ sending, done, isHidden = false }: CommandStatusProps) {
  const words = useCommandWords();
  const isWrong = sending !== undefined && sending.state !== 'sending' && sending.state !== 'settled';
  const text = sending && (sending.state === 'settled' && done ? done : words(sending.state, sending.failed));
  return (
    <p
      className={isWrong ? look('warning small filled') : look('quiet filled')}
      role="status"
      data-state={sending?.state}
    >
      {isHidden ? null : text}
    </p>
  );
}
