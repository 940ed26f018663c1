import { useTranslation } from 'react-i18next';
import type { FuturesModel, PositionHead } from '../../state/futures.ts';
import { LiveText } from '../../ui/LiveText.tsx';

interface LiquidationTextProps {
  readonly head: PositionHead;
  readonly model: FuturesModel;
}

/** The live liquidation price, or that there is none, or that it has been reached. */
export function LiquidationText({ head, model }: LiquidationTextProps) {
  const { t } = useTranslation('perpetual');
  if (head.liquidationKind === 'never') return t('never');
  if (head.liquidationKind === 'due') return t('due');
  return <LiveText board={model.cells} cell={`${head.id}:liquidation`} />;
}
