import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { SETTLEMENT_ASSET } from '../../../domain/index.ts';
import type {
  FundingLine,
  FuturesFillLine,
  FuturesPastLine,
  LiquidationLine,
  PastOrderLine,
  PastPositionLine,
} from '../../../workers/api.ts';
import { useEndWords, useRoleNames, useStatusNames } from '../../i18n/orders.ts';
import { useOrderNames } from '../../i18n/orderTexts.ts';
import {
  useEndNames,
  useGuardNames,
  useMarginModes,
  useOriginNames,
  usePositionSides,
  useSourceNames,
  useStepNames,
} from '../../i18n/perpetual.ts';
import { Fact } from '../../ui/Facts.tsx';
import { Amount } from '../../ui/LiveAmount.tsx';
import { isSameLine } from '../../ui/records/PagedList.tsx';
import { ChaseFacts } from './ChaseFacts.tsx';
import { RecordRow } from './RecordRow.tsx';
import { TrailFacts } from './TrailFacts.tsx';
import { useFuturesOrderName } from './useFuturesOrderName.ts';

/** One row of the records, by its kind. */
export const PastRow = memo(function PastRow({ line }: { readonly line: FuturesPastLine }) {
  switch (line.tab) {
    case 'positions':
      return <Position line={line} />;
    case 'orders':
      return <Order line={line} />;
    case 'fills':
      return <Fill line={line} />;
    case 'funding':
      return <Funding line={line} />;
    case 'liquidations':
      return <Liquidation line={line} />;
  }
}, isSameLine);

function Position({ line }: { readonly line: PastPositionLine }) {
  const { t } = useTranslation(['perpetual', 'trade']);
  const sides = usePositionSides();
  const modes = useMarginModes();
  const ends = useEndNames();
  const guards = useGuardNames();
  return (
    <RecordRow
      side={sides[line.side]}
      isUp={line.side === 'long'}
      name={line.name}
      terms={`${line.leverage}×`}
      figure={<Amount text={line.net} direction={line.direction} />}
      foot={
        <>
          <Amount text={line.quantity} /> · {line.entry} → {line.close}
          {line.end ? ` · ${ends[line.end]}` : ''}
        </>
      }
      aside={line.roe}
      number={`#${line.id}`}
    >
      <Fact name={t('mode.label')} text={modes[line.mode]} isPublic />
      <Fact name={`${t('net')} · ${t('roe')}`} isWide>
        <Amount text={`${line.net} ${SETTLEMENT_ASSET}`} direction={line.direction} /> · {line.roe}
      </Fact>
      <Fact name={t('entry')} text={line.entry} isPublic />
      <Fact name={t('closePrice')} text={line.close} isPublic />
      <Fact name={t('quantity')} text={line.quantity} unit={line.base} />
      <Fact name={t('value')} text={line.value} />
      <Fact name={t('priceProfit')} text={line.profit} />
      <Fact name={t('trade:fee')} text={line.fee} />
      <Fact name={t('interest')} text={line.interest} />
      <Fact name={t('takeProfit')} text={line.takeProfit} isPublic />
      <Fact name={t('stopLoss')} text={line.stopLoss} isPublic />
      {line.fired.map(({ kind, price, quantity, time }) => (
        <Fact key={kind} name={`${guards[kind]} · ${t('trailing.reached')}`} isWide>
          {price} · <Amount text={`${quantity} ${line.base}`} /> · {time}
        </Fact>
      ))}
      <Fact name={t('opened')} text={line.openedAt} isPublic />
      <Fact name={t('closed')} text={line.closedAt} isPublic />
    </RecordRow>
  );
}

function Order({ line }: { readonly line: PastOrderLine }) {
  const { t } = useTranslation(['perpetual', 'trade', 'orders']);
  const { sides } = useOrderNames();
  const [statuses, sources] = [useStatusNames(), useSourceNames()];
  const origins = useOriginNames();
  const endWords = useEndWords();
  const kind = useFuturesOrderName()(line);
  return (
    <RecordRow
      side={sides[line.side]}
      isUp={line.side === 'buy'}
      name={line.name}
      terms={kind}
      figure={statuses[line.status]}
      foot={<Amount text={`${line.filled} / ${line.quantity || t('stopPl.whole')} ${line.base}`} />}
      aside={line.clock}
      number={[`#${line.id}`, line.time, origins[line.origin], endWords(line)].filter(Boolean).join(' · ')}
    >
      <Fact
        name={t('trade:price')}
        text={line.type === 'market' ? t('trade:marketPrice') : line.price}
        isPublic
      />
      <Fact name={t('trade:average')} text={line.average} isPublic />
      <Fact
        name={t('trade:stopPrice')}
        text={line.triggerSource ? `${line.trigger} ${sources[line.triggerSource]}` : line.trigger}
        isPublic
      />
      {line.trail ? <TrailFacts trail={line.trail} /> : null}
      {line.chase ? <ChaseFacts chase={line.chase} /> : null}
      <Fact name={t('quantity')} text={line.quantity || t('stopPl.whole')} />
      <Fact name={t('orders:filled')} text={line.filled} unit={line.base} />
      <Fact name={t('trade:fee')} text={line.fee} />
      <Fact name={t('priceProfit')} text={line.profit} />
      {line.filledTime ? <Fact name={t('orders:filledTime')} text={line.filledTime} isPublic /> : null}
    </RecordRow>
  );
}

function Fill({ line }: { readonly line: FuturesFillLine }) {
  const { t } = useTranslation(['perpetual', 'trade']);
  const { sides } = useOrderNames();
  const roles = useRoleNames();
  const kinds: Record<FuturesFillLine['fillKind'], string> = {
    trade: roles[line.role],
    liquidation: t('end.liquidated'),
    takeover: t('step.takeover'),
    deleverage: t('end.deleveraged'),
  };
  return (
    <RecordRow
      side={sides[line.side]}
      isUp={line.side === 'buy'}
      name={line.name}
      terms={kinds[line.fillKind]}
      figure={<Amount text={line.profit} direction={line.direction} />}
      foot={
        <>
          <Amount text={line.quantity} /> · {line.price}
        </>
      }
      aside={line.clock}
      number={`#${line.position} · ${line.time}`}
    >
      <Fact name={t('trade:price')} text={line.price} isPublic />
      <Fact name={t('quantity')} text={line.quantity} unit={line.base} />
      <Fact name={t('value')} text={line.value} />
      <Fact name={t('trade:fee')} text={line.fee} />
    </RecordRow>
  );
}

function Funding({ line }: { readonly line: FundingLine }) {
  const { t } = useTranslation('perpetual');
  const sides = usePositionSides();
  return (
    <RecordRow
      side={sides[line.side]}
      isUp={line.side === 'long'}
      name={line.name}
      terms={line.rate}
      figure={<Amount text={line.amount} direction={line.direction} />}
      foot={
        <>
          <Amount text={line.quantity} /> · {line.mark}
        </>
      }
      aside={line.clock}
      number={`#${line.position} · ${line.time}`}
    >
      <Fact name={t('quantity')} text={line.quantity} unit={line.base} />
      <Fact name={t('mark')} text={line.mark} isPublic />
    </RecordRow>
  );
}

function Liquidation({ line }: { readonly line: LiquidationLine }) {
  const { t } = useTranslation(['perpetual', 'trade']);
  const sides = usePositionSides();
  const modes = useMarginModes();
  const steps = useStepNames();
  return (
    <RecordRow
      side={sides[line.side]}
      isUp={line.side === 'long'}
      name={line.name}
      terms={steps[line.step]}
      figure={<Amount text={line.profit} direction={line.direction} />}
      foot={
        <>
          <Amount text={line.quantity} /> · {line.price}
        </>
      }
      aside={line.clock}
      number={`#${line.position} · ${line.time}`}
    >
      <Fact name={t('mode.label')} text={modes[line.mode]} isPublic />
      <Fact name={t('quantity')} text={line.quantity} unit={line.base} />
      <Fact name={t('closePrice')} text={line.price} isPublic />
      <Fact name={t('mark')} text={line.mark} isPublic />
      <Fact name={t('equity')} text={line.equity} />
      <Fact name={t('needed')} text={line.needed} />
      <Fact name={t('priceProfit')} text={line.profit} />
      <Fact name={t('trade:fee')} text={line.fee} />
      <Fact name={t('insurance')} text={line.insurance} />
    </RecordRow>
  );
}
