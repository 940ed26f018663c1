import { memo, useCallback, useEffect, useRef } from 'react';
import type { MarketKind } from '../../../domain/index.ts';
import type { MarketHead } from '../../../workers/api.ts';
import { storageKeys, writeText } from '../../state/storage.ts';
import type { TickerModel } from '../../state/tickerModel.ts';
import { useTicker } from '../../state/useTicker.ts';
import type { ChartEngine } from '../../ui/chart/engine.ts';
import { UnknownMarket } from '../../ui/market/UnknownMarket.tsx';
import { DayLine } from '../../ui/trade/DayLine.tsx';
import { PairLayout } from '../../ui/trade/PairLayout.tsx';
import { MovedOrder } from './MovedOrder.tsx';
import { OpenOrders } from './OpenOrders.tsx';
import { SpotTags } from './SpotTags.tsx';
import { TicketPanel } from './TicketPanel.tsx';
import { useTicket } from './useTicket.ts';

interface SpotTradeProps {
  readonly id: string;
  /** Called when there is no such spot market, if another may stand in. */
  readonly onMissing: (() => void) | undefined;
  /** Called when the market is of another kind, where it is traded. */
  readonly onOther: (kind: Exclude<MarketKind, 'spot'>) => void;
}

/** One pair: price, chart, book, ticket and open orders. */
export function SpotTrade({ id, onMissing, onOther }: SpotTradeProps) {
  const { model, market, isKnown } = useTicker(id);
  const kind = market?.kind ?? 'spot';
  const latest = useRef({ onMissing, onOther });
  latest.current = { onMissing, onOther };
  useEffect(() => {
    const { onMissing: miss, onOther: move } = latest.current;
    if (isKnown === false || (kind !== 'spot' && miss)) miss?.();
    else if (kind !== 'spot') move(kind);
    else if (isKnown) writeText(storageKeys.lastMarket, id);
  }, [isKnown, kind, id]);
  if (isKnown === false && !onMissing) return <UnknownMarket id={id} />;
  return <Pair id={id} market={kind === 'spot' ? market : undefined} model={model} />;
}

interface PairProps {
  readonly id: string;
  readonly market: MarketHead | undefined;
  readonly model: TickerModel;
}

function Pair({ id, market, model }: PairProps) {
  const control = useTicket(id);
  const over = useCallback((engine: ChartEngine) => <SpotTags engine={engine} market={id} />, [id]);
  return (
    <PairLayout
      id={id}
      kind="spot"
      market={market}
      model={model}
      control={control}
      onSide={(side) => (side === 'buy' || side === 'sell') && control.change({ side })}
      onTakeAtOnce={(price, side) =>
        control.changeAndSend({
          side,
          price,
          type: 'limit',
          ...(side === control.ticket.side ? {} : { percent: '' }),
        })
      }
      marks="marks"
      over={over}
      moved={(moved, onClose) => <MovedOrder {...moved} market={id} onClose={onClose} />}
      ticket={<TicketPanel control={control} market={market} />}
      lower={<Lower id={id} market={market} />}
      under={<DayLine cells={model.cells} />}
    />
  );
}

const Lower = memo(OpenOrders);
