import { cycleDirections, cycleOutcomes, cycles } from '../../../domain/index.ts';
import type { CycleFilter } from '../../../workers/api.ts';
import { rangeFrom } from '../../ui/records/days.ts';

/** In place of an asset in the address: all of them. */
export const ALL_ASSETS = 'all';
const ASSET = /^[A-Za-z0-9]{1,20}(-[A-Za-z0-9]{1,20}){1,3}$/;
export const assetClasses = ['crypto', 'commodity'] as const;

/** Which contracts are wanted, as the address says it; what makes no sense there is left out. */
export function cycleFilterFrom(coinType: string, params: URLSearchParams): CycleFilter {
  const pick = <T extends string>(allowed: readonly T[], name: string): T | undefined =>
    allowed.find((each) => each === params.get(name));
  const assetClass = pick(assetClasses, 'class');
  const direction = pick(cycleDirections, 'direction');
  const cycle = pick(cycles, 'cycle');
  const outcome = pick(cycleOutcomes, 'outcome');
  return {
    ...(ASSET.test(coinType) ? { asset: coinType } : {}),
    ...(assetClass ? { assetClass } : {}),
    ...(direction ? { direction } : {}),
    ...(cycle ? { cycle } : {}),
    ...(outcome ? { outcome } : {}),
    ...rangeFrom(params),
  };
}
