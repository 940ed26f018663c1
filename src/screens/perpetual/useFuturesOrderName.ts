import { useTranslation } from 'react-i18next';
import type { FuturesOrderLine } from '../../../workers/api.ts';
import { useOrderNames } from '../../i18n/orderTexts.ts';
import { conditionalOf, useConditionalNames, useGuardNames } from '../../i18n/perpetual.ts';

/** What an order is called: by what it does, or by what it waits for. */
export function useFuturesOrderName(): (line: FuturesOrderLine) => string {
  const { t } = useTranslation('perpetual');
  const { types } = useOrderNames();
  const [guards, conditional] = [useGuardNames(), useConditionalNames()];
  return ({ triggerKind, isGuard, trail, chase, type }) => {
    if (chase) return t('chase.name');
    if (triggerKind === null) return types[type];
    return isGuard || trail ? guards[triggerKind] : conditional[conditionalOf(triggerKind, type)];
  };
}
