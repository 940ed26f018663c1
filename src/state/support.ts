import type { SupportFrame, SupportView } from '../../workers/api.ts';
import { useUserView } from './useUserView.ts';

const SUPPORT: SupportView = { kind: 'support' };

/**
 * How many replies to help tickets were not read, how many tickets wait for one, and the user's last order; live.
 * For components that are there only while somebody is logged in; undefined until it has come.
 */
export function useSupport(): SupportFrame | undefined {
  return useUserView(SUPPORT);
}
