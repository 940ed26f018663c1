import { useTranslation } from 'react-i18next';
import { SETTLEMENT_ASSET } from '../../../domain/index.ts';
import { useStatusNames } from '../../i18n/orders.ts';
import { useMarginModes, usePositionSides } from '../../i18n/perpetual.ts';
import type { FuturesModel, PositionHead } from '../../state/futures.ts';
import { Fact } from '../../ui/Facts.tsx';
import { LiveAmount } from '../../ui/LiveAmount.tsx';
import { LiveText } from '../../ui/LiveText.tsx';
import { look } from '../../ui/look.ts';
import { VirtualList } from '../../ui/VirtualList.tsx';
import { LiquidationText } from './LiquidationText.tsx';
import { RecordRow } from './RecordRow.tsx';

interface OpenRowsProps {
  readonly positions: readonly PositionHead[];
  readonly model: FuturesModel;
}

const idOf = ({ id }: PositionHead) => id;

/** Positions that are open, with the live figures of every other screen. */
export function OpenRows({ positions, model }: OpenRowsProps) {
  return (
    <VirtualList items={positions} keyOf={idOf} rowPx={310} name="open">
      {(head) => <OpenRow head={head} model={model} />}
    </VirtualList>
  );
}

interface OpenRowProps extends Pick<OpenRowsProps, 'model'> {
  readonly head: PositionHead;
}

function OpenRow({ head, model }: OpenRowProps) {
  const { cells } = model;
  const { t } = useTranslation(['perpetual', 'trade']);
  const sides = usePositionSides();
  const modes = useMarginModes();
  const statuses = useStatusNames();
  const cell = (figure: string): string => `${head.id}:${figure}`;
  return (
    <RecordRow
      side={sides[head.side]}
      isUp={head.side === 'long'}
      name={head.name}
      terms={`${modes[head.mode]} ${head.leverage}×`}
      word={<span className={look('accent')}>{statuses.open}</span>}
      foot={`#${head.id} · ${head.openedAt}`}
    >
      <Fact name={`${t('profit')} · ${t('roe')}`} isWide>
        <LiveAmount board={cells} cell={cell('profit')} /> {SETTLEMENT_ASSET} ·{' '}
        <LiveText board={cells} cell={cell('roe')} />
      </Fact>
      <Fact name={t('netNow')}>
        <LiveAmount board={cells} cell={cell('net')} />
      </Fact>
      <Fact name={t('entry')} text={head.entry} isPublic />
      <Fact name={t('mark')}>
        <LiveText board={cells} cell={cell('mark')} />
      </Fact>
      <Fact name={t('liquidationShort')}>
        <LiquidationText head={head} model={model} />
      </Fact>
      <Fact name={t('quantity')} text={head.quantity} unit={head.base} />
      <Fact name={t('value')}>
        <LiveAmount board={cells} cell={cell('value')} />
      </Fact>
      <Fact name={t('margin')} text={head.margin} />
      <Fact name={t('trade:fee')} text={head.fee} />
      <Fact name={t('interest')} text={head.interest} />
      <Fact name={t('guardsShort')} text={`${head.takeProfit} / ${head.stopLoss}`} isPublic />
    </RecordRow>
  );
}
