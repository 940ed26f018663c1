import { useRef, useState } from 'react';
import type { Refusal } from '../../../domain/index.ts';
import type { RecordsFilter } from '../../../workers/api.ts';
import { recordsCsv } from '../../state/funds.ts';
import { dayText } from './recordFilter.ts';

/** Long enough for a browser that asks the person where to put the file. */
const REVOKE_MS = 60_000;

export interface Export {
  readonly isBusy: boolean;
  readonly failed: Refusal | undefined;
  /** Saves what the filter shows as a file; while one is being made, nothing. */
  readonly save: () => Promise<void>;
}

/** The records of a filter as a file. */
export function useExport(filter: RecordsFilter): Export {
  const isMaking = useRef(false);
  const [isBusy, setBusy] = useState(false);
  const [failed, setFailed] = useState<Refusal>();
  const save = async () => {
    if (isMaking.current) return;
    isMaking.current = true;
    setBusy(true);
    setFailed(undefined);
    const result = await recordsCsv(filter);
    isMaking.current = false;
    setBusy(false);
    if (result.ok) download(result.data, `tidemark-records-${dayText(new Date())}.csv`);
    else setFailed(result.error);
  };
  return { isBusy, failed, save };
}

function download(text: string, name: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), REVOKE_MS);
}
