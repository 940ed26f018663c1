import { useCallback, useState } from 'react';
import { readText, storageKeys, writeText } from '../../state/storage.ts';

/** Whether the chart is folded away: as chosen, else where there is no room beside it. */
export function useChartFold(): readonly [isFolded: boolean, fold: (isFolded: boolean) => void] {
  const [isFolded, setFolded] = useState(() => {
    const kept = readText(storageKeys.chartFold);
    return kept === null ? !window.matchMedia('(min-width: 900px)').matches : kept === 'folded';
  });
  const fold = useCallback((next: boolean) => {
    setFolded(next);
    writeText(storageKeys.chartFold, next ? 'folded' : 'open');
  }, []);
  return [isFolded, fold];
}
