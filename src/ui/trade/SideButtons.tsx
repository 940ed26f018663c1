import type { MarketKind } from '../../../domain/index.ts';
import { Button } from '../Button.tsx';
import { look } from '../look.ts';
import type { TradeSide } from './tradeSides.ts';
import { useTradeSides } from './tradeSides.ts';

interface SideButtonsProps {
  readonly kind: MarketKind;
  readonly onSide: (side: TradeSide['side']) => void;
}

/** Buy and sell under a chart that covers the ticket: leads to it with the side chosen. */
export function SideButtons({ kind, onSide }: SideButtonsProps) {
  return (
    <div className={look('stack3 halves')}>
      {useTradeSides(kind).map(({ side, look: tone, text }) => (
        <Button key={side} look={tone} isWide onClick={() => onSide(side)}>
          {text}
        </Button>
      ))}
    </div>
  );
}
