import type { DepositState, NoticeState, WithdrawalState } from '../../../domain/index.ts';
import type { Tone } from '../../ui/State.tsx';

const TONES: Readonly<Record<DepositState | NoticeState | WithdrawalState, Tone>> = {
  requested: 'wait',
  approved: 'wait',
  sent: 'wait',
  confirmed: 'done',
  rejected: 'bad',
  cancelled: 'bad',
  failed: 'bad',
  seen: 'wait',
  credited: 'wait',
  unlocked: 'done',
  reversed: 'bad',
  small: 'bad',
  waiting: 'wait',
};

/** Whether a state is on its way, has ended well, or has not. A notice that is credited has ended: pass `isEnd`. */
export const toneOf = (state: keyof typeof TONES, isEnd = false): Tone => (isEnd ? 'done' : TONES[state]);
