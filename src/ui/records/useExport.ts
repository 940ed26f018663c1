import { useRef, useState } from 'react';
import type { Refusal, Result } from '../../../domain/index.ts';
import { dayText } from './days.ts';

/** Long enough for a browser that asks the person where to put the file. */
const REVOKE_MS = 60_000;

export interface Export {
  readonly isBusy: boolean;
  readonly failed: Refusal | undefined;
  /** Saves what the filter shows as a file; while one is being made, nothing. */
  readonly save: () => Promise<void>;
}

/** Lines of a list as a CSV file. @param name what the file is of, for its name. @param make yields its text. */
export function useExport(name: string, make: () => Promise<Result<string>>): Export {
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
    if (result.ok) download(result.data, `tidemark-${name}-${dayText(new Date())}.csv`);
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
