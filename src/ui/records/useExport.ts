import { useRef, useState } from 'react';
import type { Refusal, Result } from '../../../domain/index.ts';
import { dayText } from './days.ts';
import { download } from './download.ts';

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
    if (result.ok) download(result.data, `tidemark-${name}-${dayText(new Date())}.csv`, 'text/csv');
    else setFailed(result.error);
  };
  return { isBusy, failed, save };
}
