import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { LineTexts } from './levelLines.ts';

/** Names of a perpetual's lines, short enough for the chart's edge. */
export function useLineTexts(): LineTexts {
  const { t } = useTranslation('perpetual');
  return useMemo(
    () => ({
      entry: t('line.entry'),
      liquidation: t('line.liquidation'),
      profit: t('line.profit'),
      stop: t('line.stop'),
      trail: t('line.trail'),
    }),
    [t],
  );
}
