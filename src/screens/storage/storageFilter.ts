import { storageStates } from '../../../domain/index.ts';
import type { StorageFilter } from '../../../workers/api.ts';
import { rangeFrom } from '../../ui/records/days.ts';

/** Which orders are wanted, as the address says it; what makes no sense there is left out. */
export function storageFilterFrom(params: URLSearchParams): StorageFilter {
  const state = storageStates.find((each) => each === params.get('state'));
  const asset = params.get('asset');
  return {
    ...(state ? { state } : {}),
    ...(asset && /^[A-Za-z0-9]{1,20}$/.test(asset) ? { asset } : {}),
    ...rangeFrom(params),
  };
}
