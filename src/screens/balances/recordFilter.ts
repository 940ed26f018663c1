import { accountKinds, movementKinds } from '../../../domain/index.ts';
import type { RecordsFilter } from '../../../workers/api.ts';
import { rangeFrom } from '../../ui/records/days.ts';

/** What of the records is wanted, as the address says it; what makes no sense there is left out. */
export function filterFrom(params: URLSearchParams): RecordsFilter {
  const asset = params.get('asset');
  const account = accountKinds.find((each) => each === params.get('account'));
  const movement = movementKinds.find((each) => each === params.get('kind'));
  return {
    ...(asset && /^[A-Za-z0-9]{1,20}$/.test(asset) ? { asset } : {}),
    ...(account ? { account } : {}),
    ...(movement ? { movement } : {}),
    ...rangeFrom(params),
  };
}
