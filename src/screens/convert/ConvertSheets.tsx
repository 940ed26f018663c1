import { useTranslation } from 'react-i18next';
import type { ConvertFrame } from '../../../workers/api.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Confirm } from '../../ui/dialog/Confirm.tsx';
import { Sheet } from '../../ui/dialog/Sheet.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { look } from '../../ui/look.ts';
import styles from './ConvertSheets.module.css';

interface ConfirmConvertProps {
  readonly frame: ConvertFrame;
  /** Why it cannot be confirmed at this moment; empty while a quote is on its way. */
  readonly blocked: string | undefined;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/** What will be booked; while the user thinks, the quote renews itself and its numbers with it. */
export function ConfirmConvert({ frame, blocked, onConfirm, onCancel }: ConfirmConvertProps) {
  const { t } = useTranslation('convert');
  return (
    <Confirm
      title={t('confirm.title')}
      confirm={t('action')}
      cancel={t('confirm.cancel')}
      onConfirm={onConfirm}
      onCancel={onCancel}
      blocked={blocked}
    >
      <Booked frame={frame} />
      <p className={look('faint top2')} aria-busy={blocked !== undefined}>
        {frame.seconds === '' ? t('waiting') : t('stands', { seconds: frame.seconds })}
      </p>
      <p className={look('faint top2')}>{t('confirm.text')}</p>
    </Confirm>
  );
}

/** Both sides, the price and what the spread took. */
function Booked({ frame }: { readonly frame: ConvertFrame }) {
  const { t } = useTranslation('convert');
  const { from, to, price, spread, cost } = frame;
  return (
    <>
      <p className={look('stack3', styles['sides'])}>
        <span className={look('grid')}>
          <small className={look('small')}>{t('give')}</small>
          <b className={look('title breaks')}>{`${from.amount} ${from.asset}`}</b>
        </span>
        <span className={look('grid')}>
          <small className={look('small')}>{t('get')}</small>
          <b className={look('title breaks')}>{`${to.amount} ${to.asset}`}</b>
        </span>
      </p>
      <Facts look="ticket">
        <Fact name={t('price')}>{price}</Fact>
        <Fact name={t('spread')}>{`${spread} · ${cost}`}</Fact>
      </Facts>
    </>
  );
}

/** A conversion that was booked, as it was shown before: a quote is booked as it says. */
export interface Receipt {
  readonly frame: ConvertFrame;
  readonly id: string;
  readonly entry: string;
}

interface ReceiptSheetProps {
  readonly receipt: Receipt;
  readonly onClose: () => void;
}

export function ReceiptSheet({ receipt: { frame, id, entry }, onClose }: ReceiptSheetProps) {
  const { t } = useTranslation('convert');
  return (
    <Sheet
      title={t('receipt.title')}
      onClose={onClose}
      footer={
        <>
          <ButtonLink to="/convertRecord">{t('receipt.records')}</ButtonLink>
          <Button onClick={onClose}>{t('receipt.close')}</Button>
        </>
      }
    >
      <Booked frame={frame} />
      <Facts look="ticket">
        <Fact name={t('receipt.number')}>{id}</Fact>
        <Fact name={t('receipt.entry')}>{entry}</Fact>
      </Facts>
    </Sheet>
  );
}
