import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import type { MarketHead, TicketFrame } from '../../../workers/api.ts';
import { changeSettings, settings } from '../../state/settings.ts';
import { Confirm } from '../../ui/dialog/Confirm.tsx';
import styles from './ConfirmOrder.module.css';
import { shownDigits } from './digits.ts';
import { Line } from './Preview.tsx';
import { useOrderNames } from './useOrderNames.ts';
import type { PlaceRequest } from './useOrderSender.ts';

interface ConfirmOrderProps {
  readonly request: PlaceRequest;
  readonly frame: TicketFrame;
  readonly market: MarketHead | undefined;
  readonly action: string;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/** An order with its numbers, before it is sent. */
export function ConfirmOrder({ action, onConfirm, onCancel, ...order }: ConfirmOrderProps) {
  const { t } = useTranslation('trade');
  const { confirmOrders } = useSnapshot(settings);
  return (
    <Confirm
      title={t('confirm.title')}
      confirm={action}
      cancel={t('confirm.cancel')}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <Numbers {...order} />
      <label className={styles['again']}>
        <input
          type="checkbox"
          role="switch"
          aria-checked={!confirmOrders}
          checked={!confirmOrders}
          onChange={({ target }) => changeSettings({ confirmOrders: !target.checked })}
        />
        <span>{t('confirm.again')}</span>
      </label>
    </Confirm>
  );
}

function Numbers({ request, frame, market }: Pick<ConfirmOrderProps, 'request' | 'frame' | 'market'>) {
  const { t } = useTranslation('trade');
  const { sides, types, tifs } = useOrderNames();
  const { language } = useSnapshot(settings);
  const { side, type, tif = 'GTC', postOnly, price, stopPrice } = request;
  const base = market?.base ?? '';
  const quote = market?.quote ?? '';
  return (
    <dl className={styles['numbers']}>
      <Line name={market?.name ?? request.market}>
        <b data-direction={side === 'buy' ? 'up' : 'down'}>{sides[side]}</b> · {types[type]}
      </Line>
      {stopPrice === undefined ? null : (
        <Line name={t('stopPrice')}>{`${shownDigits(stopPrice, language)} ${quote}`}</Line>
      )}
      <Line name={t('price')}>
        {price === undefined ? t('marketPrice') : `${shownDigits(price, language)} ${quote}`}
      </Line>
      <Line name={t('quantity')}>{`${frame.quantity} ${base}`}</Line>
      <Line name={t('total')}>{`${frame.total} ${quote}`}</Line>
      <Line name={t('fee')}>{`${frame.fee} ${frame.feeAsset}`}</Line>
      {tif === 'GTC' ? null : <Line name={t('tif.label')}>{tifs[tif]}</Line>}
      {postOnly ? <Line name={t('tif.label')}>{t('postOnly')}</Line> : null}
    </dl>
  );
}
