import type { Dec } from '../../../../domain/index.ts';
import type { Settings } from '../../../base/settings.ts';

/** Withdrawals up to this amount, USDT, need no operator where balances are play money. */
const SIMULATED_UP_TO = '1000';

/** Up to which amount withdrawals are approved by themselves, USDT. */
export const approvedUpTo = (
  { withdrawApproveUpTo }: Pick<Settings, 'withdrawApproveUpTo'>,
  isPlay: boolean,
): Dec => withdrawApproveUpTo ?? (isPlay ? SIMULATED_UP_TO : '0');
