import { useTranslation } from 'react-i18next';
import type {
  AbsenceState,
  FormulaId,
  LiquidationStep,
  MarginMode,
  OrderOrigin,
  PerpetualOrderType,
  PositionEnd,
  PositionSide,
  TriggerKind,
  TriggerSource,
} from '../../domain/index.ts';

export function usePositionSides(): Record<PositionSide, string> {
  const { t } = useTranslation('perpetual');
  return { long: t('side.long'), short: t('side.short') };
}

export function useMarginModes(): Record<MarginMode, string> {
  const { t } = useTranslation('perpetual');
  return { cross: t('mode.cross'), isolated: t('mode.isolated') };
}

export function useGuardNames(): Record<TriggerKind, string> {
  const { t } = useTranslation('perpetual');
  return { profit: t('takeProfit'), stop: t('stopLoss'), trail: t('trailing.name') };
}

/** Orders that wait for a price, which comes against their side (`stop`) or with it (`profit`). */
export type ConditionalName = 'stopLimit' | 'stopMarket' | 'profitLimit' | 'profitMarket';
export const conditionalOf = (kind: TriggerKind, type: PerpetualOrderType): ConditionalName =>
  `${kind === 'profit' ? 'profit' : 'stop'}${type === 'limit' ? 'Limit' : 'Market'}`;

export function useConditionalNames(): Record<ConditionalName, string> {
  const { t } = useTranslation('trade');
  return {
    stopLimit: t('type.stopLimit'),
    stopMarket: t('type.stopMarket'),
    profitLimit: t('type.profitLimit'),
    profitMarket: t('type.profitMarket'),
  };
}

export function useSourceNames(): Record<TriggerSource, string> {
  const { t } = useTranslation('perpetual');
  return { last: t('source.last'), mark: t('source.mark') };
}

/** How a position ended. */
export function useEndNames(): Record<PositionEnd, string> {
  const { t } = useTranslation('perpetual');
  return {
    closed: t('end.closed'),
    turned: t('end.turned'),
    liquidated: t('end.liquidated'),
    deleveraged: t('end.deleveraged'),
  };
}

export function useOriginNames(): Record<OrderOrigin, string> {
  const { t } = useTranslation('perpetual');
  return {
    ticket: t('origin.ticket'),
    guard: t('origin.guard'),
    close: t('origin.close'),
    liquidation: t('origin.liquidation'),
  };
}

export function useStepNames(): Record<LiquidationStep, string> {
  const { t } = useTranslation('perpetual');
  return {
    cancel: t('step.cancel'),
    reduce: t('step.reduce'),
    close: t('step.close'),
    takeover: t('step.takeover'),
    insurance: t('step.insurance'),
    deleverage: t('step.deleverage'),
    house: t('step.house'),
  };
}

export function useAbsenceStates(): Record<AbsenceState, string> {
  const { t } = useTranslation('perpetual');
  return {
    off: t('absence.off'),
    armed: t('absence.armed'),
    away: t('absence.away'),
    done: t('absence.done'),
  };
}

/** Formulas as users read them; the names in them are the inputs' own. */
export const formulas: Readonly<Record<FormulaId, string>> = {
  profit: '(mark × quantity − cost) × sign',
  roe: 'profit × leverage ÷ cost',
  marginCross: 'cost ÷ leverage',
  marginIsolated: 'cost ÷ leverage + change',
  maintenance: 'max(0, value × rate − deduction)',
  liquidation: '(wallet + deduction − sign × cost) ÷ (quantity × (rate + fee − sign))',
  crossWallet: 'balance − held + othersProfit − othersRequirement',
  marginRatio: '(maintenance + closingFee) ÷ (equity − held)',
};

export function useFormulaNames(): Record<FormulaId, string> {
  const { t } = useTranslation('perpetual');
  return {
    profit: t('profit'),
    roe: t('roe'),
    marginCross: t('margin'),
    marginIsolated: t('margin'),
    maintenance: t('maintenance'),
    liquidation: t('liquidationPrice'),
    crossWallet: t('crossWallet'),
    marginRatio: t('ratio'),
  };
}
