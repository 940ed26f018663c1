import { useTranslation } from 'react-i18next';
import type { DrawingKind } from './geometry.ts';

/** Names of what can be drawn. */
export function useDrawingNames(): Record<DrawingKind, string> {
  const { t } = useTranslation('detail');
  return {
    level: t('draw.level'),
    trend: t('draw.trend'),
    ray: t('draw.ray'),
    box: t('draw.box'),
    fibonacci: t('draw.fibonacci'),
    measure: t('draw.measure'),
    text: t('draw.text'),
  };
}
