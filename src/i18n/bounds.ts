import { useSnapshot } from 'valtio';
import type { Bounds } from '../../domain/index.ts';
import { boundedCodes, figureText } from '../../domain/index.ts';
import { settings } from '../state/settings.ts';

/** Exact figures as they are shown in the reader's language. */
export function useBoundTexts(bounds: Bounds | undefined): Bounds {
  const { language } = useSnapshot(settings);
  return Object.fromEntries(
    boundedCodes.flatMap((code) => {
      const bound = bounds?.[code];
      return bound ? [[code, { ...bound, amount: figureText(bound.amount, language) }]] : [];
    }),
  );
}
