import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FuturesOrderLine } from '../../../workers/api.ts';
import { useOrderNames } from '../../i18n/orderTexts.ts';
import { useMarginModes, useSourceNames } from '../../i18n/perpetual.ts';
import { submit } from '../../state/login.ts';
import { Button } from '../../ui/Button.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Amount } from '../../ui/LiveAmount.tsx';
import { look } from '../../ui/look.ts';
import { PairName } from '../../ui/market/PairName.tsx';
import { cardLook } from '../../ui/trade/cardLook.ts';
import list from '../../ui/trade/OrderList.module.css';
import { ORDER_COLUMNS, OrderTools, RevokeAll, RevokeButton } from '../../ui/trade/OrderTools.tsx';
import { ScaledHead, scaledHeads } from '../../ui/trade/ScaledHead.tsx';
import { VirtualList } from '../../ui/VirtualList.tsx';
import { AmendFutures } from './AmendFutures.tsx';
import { ChaseFacts } from './ChaseFacts.tsx';
import { TrailFacts } from './TrailFacts.tsx';
import { useFuturesOrderName } from './useFuturesOrderName.ts';
import { useFuturesToasts } from './useFuturesToasts.ts';

const idOf = ({ id }: FuturesOrderLine) => id;

interface FuturesOrdersProps {
  readonly lines: readonly FuturesOrderLine[];
  /** Of which they are; undefined: of all. */
  readonly market: string | undefined;
}

/** Open orders of a market, or of all. */
export function FuturesOrders({ lines, market }: FuturesOrdersProps) {
  const { t } = useTranslation(['trade', 'perpetual']);
  const toasts = useFuturesToasts();
  const [amended, setAmended] = useState<FuturesOrderLine>();
  // Guards stay when all orders are taken back.
  const count = lines.filter(({ isGuard }) => !isGuard).length;
  const heads = useMemo(() => scaledHeads(lines), [lines]);
  const revokeAll = async () => {
    const result = await submit('perpetual.cancelAll', market === undefined ? {} : { market });
    if (result.state === 'settled') toasts.revoked();
    if (result.state === 'refused') toasts.refused(result.error);
  };
  return (
    <div className={list['orders']}>
      {count > 1 ? (
        <OrderTools>
          <RevokeAll text={t('perpetual:revokeAll', { count })} revoke={revokeAll} />
        </OrderTools>
      ) : null}
      {lines.length === 0 ? <Empty>{t('orders.none')}</Empty> : null}
      <VirtualList items={lines} keyOf={idOf} rowPx={120} {...ORDER_COLUMNS}>
        {(line) => (
          <>
            {line.scaled === undefined || !heads.has(line.id) ? null : (
              <ScaledHead product="perpetual" scaled={line.scaled} count={heads.get(line.id)?.length ?? 0} />
            )}
            <OrderCard line={line} onEdit={() => setAmended(line)} />
          </>
        )}
      </VirtualList>
      {amended ? <AmendFutures line={amended} onClose={() => setAmended(undefined)} /> : null}
    </div>
  );
}

interface OrderCardProps {
  readonly line: FuturesOrderLine;
  readonly onEdit: () => void;
}

function OrderCard({ line, onEdit }: OrderCardProps) {
  const { t } = useTranslation(['trade', 'perpetual', 'orders']);
  const { sides } = useOrderNames();
  const nameOf = useFuturesOrderName();
  const modes = useMarginModes();
  const sources = useSourceNames();
  return (
    <div className={cardLook} data-order={line.id}>
      <header className={look('row wrap')}>
        <b data-direction={line.side === 'buy' ? 'up' : 'down'}>
          {nameOf(line)} · {sides[line.side]}
        </b>
        <PairName name={line.name} />
        <small>{`${modes[line.mode]} ${line.leverage}×`}</small>
      </header>
      <Facts look="inline">
        {line.triggerSource ? (
          <Fact name={t('stopPrice')}>{`${line.trigger} · ${sources[line.triggerSource]}`}</Fact>
        ) : null}
        {line.trail ? <TrailFacts trail={line.trail} /> : null}
        {line.chase ? <ChaseFacts chase={line.chase} /> : null}
        <Fact name={t('price')}>{line.type === 'market' ? t('marketPrice') : line.price}</Fact>
        <Fact name={t('orders.untraded')}>
          <Amount text={line.untraded} /> / <Amount text={line.quantity} />
        </Fact>
        <Fact name={t('perpetual:guardsShort')}>{`${line.takeProfit} / ${line.stopLoss}`}</Fact>
        <Fact name={t('orders.distance')}>
          <span className={look('whole')}>{line.distance}</span>
        </Fact>
        {line.expiresTime ? <Fact name={t('expiry.title')}>{line.expiresTime}</Fact> : null}
        {line.filledTime ? <Fact name={t('orders:filledTime')}>{line.filledTime}</Fact> : null}
        {line.reduceOnly ? <Fact name={t('tif.label')}>{t('perpetual:reduceOnly')}</Fact> : null}
      </Facts>
      <time className={look('tiny')}>{line.time}</time>
      <footer>
        <Button look="soft" size="s" onClick={onEdit}>
          {t('orders.edit')}
        </Button>
        <Revoke id={line.id} />
      </footer>
    </div>
  );
}

/** Takes an order or a guard back. */
export function Revoke({ id }: { readonly id: number }) {
  const toasts = useFuturesToasts();
  const revoke = async () => {
    const result = await submit('perpetual.cancel', { id });
    if (result.state === 'settled') toasts.revoked();
    if (result.state === 'refused') toasts.refused(result.error);
  };
  return <RevokeButton revoke={revoke} />;
}
