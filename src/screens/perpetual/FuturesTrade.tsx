import { memo, useCallback, useEffect, useRef } from 'react';
import type { MarketHead } from '../../../workers/api.ts';
import type { TickerModel } from '../../state/tickerModel.ts';
import { useTicker } from '../../state/useTicker.ts';
import type { ChartEngine } from '../../ui/chart/engine.ts';
import { FundingLine } from '../../ui/market/FundingLine.tsx';
import { UnknownMarket } from '../../ui/market/UnknownMarket.tsx';
import { PairLayout } from '../../ui/trade/PairLayout.tsx';
import { FuturesTags } from './FuturesTags.tsx';
import { FuturesTicketPanel } from './FuturesTicketPanel.tsx';
import { MovedLine } from './MovedLine.tsx';
import { PositionLine } from './PositionLine.tsx';
import { Positions } from './Positions.tsx';
import { useFuturesTicket } from './useFuturesTicket.ts';

export type FuturesKind = 'perpetual' | 'futures';

interface FuturesTradeProps {
  readonly id: string;
  readonly kind: FuturesKind;
  /** Called when there is no such market of this kind, and another stands in. */
  readonly onMissing: (() => void) | undefined;
}

/** One perpetual: price, chart, book, ticket, positions and open orders. */
export function FuturesTrade({ id, kind, onMissing }: FuturesTradeProps) {
  const { model, market, isKnown } = useTicker(id);
  const isMissing = isKnown === false || (market !== undefined && market.kind !== kind);
  const missing = useRef(onMissing);
  missing.current = onMissing;
  useEffect(() => {
    if (isMissing) missing.current?.();
  }, [isMissing]);
  if (isMissing && !onMissing) return <UnknownMarket id={id} />;
  return <Pair id={id} kind={kind} market={isMissing ? undefined : market} model={model} />;
}

interface PairProps {
  readonly id: string;
  readonly kind: FuturesKind;
  readonly market: MarketHead | undefined;
  readonly model: TickerModel;
}

function Pair({ id, kind, market, model }: PairProps) {
  const control = useFuturesTicket(id);
  const name = market?.name ?? id;
  const over = useCallback(
    (engine: ChartEngine) => <FuturesTags engine={engine} market={id} name={name} />,
    [id, name],
  );
  return (
    <PairLayout
      id={id}
      kind={kind}
      market={market}
      model={model}
      control={control}
      onSide={(side) => (side === 'long' || side === 'short') && control.change({ side })}
      onTakeAtOnce={(price, side) =>
        control.changeAndSend({
          ...{ price, type: 'limit', isStop: false, trail: '' },
          side: side === 'buy' ? 'long' : 'short',
          ...(side === (control.ticket.side === 'long' ? 'buy' : 'sell') ? {} : { percent: '' }),
        })
      }
      marks="futuresMarks"
      over={over}
      moved={(moved, onClose) => <MovedLine {...moved} market={id} onClose={onClose} />}
      under={<FundingLine frame={control.frame} isSpare />}
      ticket={<FuturesTicketPanel control={control} market={market} />}
      lower={<Lower id={id} name={name} />}
      line={(toLower) => <PositionLine id={id} onTap={toLower} />}
    />
  );
}

const Lower = memo(Positions);
