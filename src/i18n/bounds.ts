import { useSnapshot } from 'valtio';
import type { Bounds } from '../../domain/index.ts';
import { boundedCodes, figureText } from '../../domain/index.ts';
import { settings } from '../state/settings.ts';
import type { BoundTexts } from './refusals.ts';

/** Figures in the reader's signs. */
export function useBoundTexts(bounds: Bounds | undefined): BoundTexts {
  const { language } = useSnapshot(settings);
  return Object.fromEntries(
    boundedCodes.flatMap((code) => {
      const bound = bounds?.[code];
      return bound ? [[code, { n: figureText(bound.amount, language), asset: bound.asset }]] : [];
    }),
  );
}
