import { useTranslation } from 'react-i18next';
import type { LiquidationFigure } from '../../workers/api.ts';

const NONE = '--';

/** A liquidation price as users read it: a price, that there is none, or that it is being done. */
export function useLiquidationWords(): (shown: LiquidationFigure | undefined) => string {
  const { t } = useTranslation('perpetual');
  return (shown) => {
    if (!shown) return NONE;
    if (shown.kind === 'never') return t('never');
    return shown.kind === 'due' ? t('due') : shown.text;
  };
}
