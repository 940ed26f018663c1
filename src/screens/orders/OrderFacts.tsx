import { ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { isStopType } from '../../../domain/index.ts';
import type { OrderLine } from '../../../workers/api.ts';
import { useEndWords, useTimeInForceNames } from '../../i18n/orders.ts';
import { useGuardNames } from '../../i18n/perpetual.ts';
import { CopyText } from '../../ui/CopyText.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { look } from '../../ui/look.ts';
import styles from './OrderFacts.module.css';
import { OrderHead } from './OrderHead.tsx';

/** Everything about one order. */
export function OrderFacts({ line }: { readonly line: OrderLine }) {
  const { t } = useTranslation('orders');
  const times = useTimeInForceNames();
  const endWords = useEndWords();
  const guards = useGuardNames();
  const others = [
    [t('partner'), line.partner],
    [t('entry'), line.entry],
    [t('exit'), line.exit],
  ] as const;
  return (
    <div className={look('stack3 surface', styles['card'])}>
      <OrderHead line={line} />
      <progress max={100} value={line.percent} aria-label={t('progress')} />
      <Facts look="grid" columns={2}>
        <Fact name={t('price')} text={line.price} isPublic />
        {isStopType(line.type) ? <Fact name={t('stopPrice')} text={line.stopPrice} isPublic /> : null}
        <Fact name={t('average')} text={line.average} isPublic />
        <Fact name={t('quantity')} text={line.quantity} />
        <Fact name={t('filled')} text={line.filled} />
        <Fact name={t('untraded')} text={line.untraded} />
        <Fact name={t('total')} text={line.total} />
        <Fact name={t('fee')} text={line.fee} unit={line.feeAsset} />
        <Fact name={t('tif.label')} text={times[line.tif]} isPublic />
        {line.expiresTime ? <Fact name={t('until')} text={line.expiresTime} isPublic /> : null}
        {line.takeProfit === undefined ? null : <Fact name={guards.profit} text={line.takeProfit} isPublic />}
        {line.stopLoss === undefined ? null : <Fact name={guards.stop} text={line.stopLoss} isPublic />}
        {line.postOnly ? <Fact name={t('postOnly')} text={t('yes')} isPublic /> : null}
        <Fact name={t('time')} text={line.time} isPublic />
        {line.triggeredTime ? <Fact name={t('triggered')} text={line.triggeredTime} isPublic /> : null}
        {line.filledTime ? <Fact name={t('filledTime')} text={line.filledTime} isPublic /> : null}
      </Facts>
      {line.reason === '' ? null : (
        <Facts look="grid" columns={1}>
          <Fact name={t('reason')}>{endWords(line)}</Fact>
        </Facts>
      )}
      {others.map(([name, id]) =>
        id === undefined ? null : (
          <p key={name} className={look('between ruled')}>
            <small>{name}</small>
            <Link className={look('flex middle tap', styles['partner'])} to={`/tradDetail/${id}`}>
              {id}
              <ChevronRight size={16} aria-hidden="true" />
            </Link>
          </p>
        ),
      )}
      <p className={look('between ruled')}>
        <small>{t('number')}</small>
        <CopyText text={`${line.id}`} />
      </p>
    </div>
  );
}
