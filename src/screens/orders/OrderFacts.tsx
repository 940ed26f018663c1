import { ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { OrderLine } from '../../../workers/api.ts';
import { useEndWords, useTimeInForceNames } from '../../i18n/orders.ts';
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
  return (
    <div className={look('stack3 surface', styles['card'])}>
      <OrderHead line={line} />
      <progress max={100} value={line.percent} aria-label={t('progress')} />
      <Facts look="grid" columns={2}>
        <Fact name={t('price')} text={line.price} isPublic />
        {line.type === 'stopLimit' ? <Fact name={t('stopPrice')} text={line.stopPrice} isPublic /> : null}
        <Fact name={t('average')} text={line.average} isPublic />
        <Fact name={t('quantity')} text={line.quantity} />
        <Fact name={t('filled')} text={line.filled} />
        <Fact name={t('untraded')} text={line.untraded} />
        <Fact name={t('total')} text={line.total} />
        <Fact name={t('fee')} text={line.fee} unit={line.feeAsset} />
        <Fact name={t('tif.label')} text={times[line.tif]} isPublic />
        {line.expiresTime ? <Fact name={t('until')} text={line.expiresTime} isPublic /> : null}
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
      {line.partner === undefined ? null : (
        <p className={look('between ruled')}>
          <small>{t('partner')}</small>
          <Link className={look('flex middle tap', styles['partner'])} to={`/tradDetail/${line.partner}`}>
            {line.partner}
            <ChevronRight size={16} aria-hidden="true" />
          </Link>
        </p>
      )}
      <p className={look('between ruled')}>
        <small>{t('number')}</small>
        <CopyText text={`${line.id}`} />
      </p>
    </div>
  );
}
