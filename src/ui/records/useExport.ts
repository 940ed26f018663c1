import { useRef, useState } from 'react';
import type { Refusal, Result } from '../../../domain/index.ts';
import { venueSlug } from '../../state/brand.ts';
import { dayText } from '../form/calendarDays.ts';
import { daysIn } from './days.ts';
import { download } from './download.ts';

export interface Export {
  readonly isBusy: boolean;
  readonly failed: Refusal | undefined;
  /** Saves what the filter shows as a file; while one is being made, nothing. */
  readonly save: () => Promise<void>;
}

/**
 * Lines of a list as a CSV file. Its name says of which account and kind they are, of which days, and when it was made:
 * no two files of a user have one name.
 * @param name account and kind, e.g. `spot-orders`. @param params the filter's, with its days. @param make yields the text.
 */
export function useExport(
  name: string,
  params: URLSearchParams,
  make: () => Promise<Result<string>>,
): Export {
  const isMaking = useRef(false);
  const [isBusy, setBusy] = useState(false);
  const [failed, setFailed] = useState<Refusal>();
  const save = async () => {
    if (isMaking.current) return;
    isMaking.current = true;
    setBusy(true);
    setFailed(undefined);
    const result = await make();
    isMaking.current = false;
    setBusy(false);
    if (result.ok) download(result.data, fileName([name, ...daysIn(params)], new Date()), 'text/csv');
    else setFailed(result.error);
  };
  return { isBusy, failed, save };
}

function fileName(parts: readonly string[], now: Date): string {
  const two = (value: number) => `${value}`.padStart(2, '0');
  const time = `${two(now.getHours())}${two(now.getMinutes())}${two(now.getSeconds())}`;
  return `${[venueSlug(), ...parts, dayText(now), time].join('-')}.csv`;
}
