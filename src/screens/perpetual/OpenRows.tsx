import { useStatusNames } from '../../i18n/orders.ts';
import { usePositionSides } from '../../i18n/perpetual.ts';
import type { FuturesModel, PositionHead } from '../../state/futures.ts';
import { Chip } from '../../ui/Chip.tsx';
import { Amount, LiveAmount } from '../../ui/LiveAmount.tsx';
import { LiveText } from '../../ui/LiveText.tsx';
import { look } from '../../ui/look.ts';
import { PairName } from '../../ui/market/PairName.tsx';
import { RecordLink } from '../../ui/records/RecordLine.tsx';
import { VirtualList } from '../../ui/VirtualList.tsx';

interface OpenRowsProps {
  readonly positions: readonly PositionHead[];
  readonly model: FuturesModel;
}

const idOf = ({ id }: PositionHead) => id;

/** Positions that are open, with the live figures of every other screen; a tap leads to what can be done with one. */
export function OpenRows({ positions, model }: OpenRowsProps) {
  return (
    <VirtualList items={positions} keyOf={idOf} rowPx={62} name="open">
      {(head) => <OpenRow head={head} model={model} />}
    </VirtualList>
  );
}

interface OpenRowProps extends Pick<OpenRowsProps, 'model'> {
  readonly head: PositionHead;
}

function OpenRow({ head, model }: OpenRowProps) {
  const { cells } = model;
  const sides = usePositionSides();
  const statuses = useStatusNames();
  return (
    <RecordLink
      to={`/trade?kind=perpetual&market=${head.market}#lower`}
      head={
        <>
          <Chip tone={head.side === 'long' ? 'up' : 'down'}>{sides[head.side]}</Chip>
          <PairName name={head.name} />
          <small>{head.leverage}×</small>
        </>
      }
      figure={<LiveAmount board={cells} cell={`${head.id}:profit`} />}
      foot={
        <>
          <span className={look('accent')}>{statuses.open}</span> · <Amount text={head.quantity} /> ·{' '}
          {head.entry} → <LiveText board={cells} cell={`${head.id}:mark`} />
        </>
      }
      aside={<LiveText board={cells} cell={`${head.id}:roe`} />}
    />
  );
}
