import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChainCode } from '../../../domain/index.ts';
import { amountSign } from '../../../domain/index.ts';
import { useRefusalWords } from '../../i18n/refusals.ts';
import { chainName } from '../../i18n/wallet.ts';
import { ask } from '../../state/login.ts';
import { showToast } from '../../state/toasts.ts';
import { useIsShown } from '../../state/useIsShown.ts';
import { Sheet } from '../../ui/dialog/Sheet.tsx';
import { plainDigits } from '../../ui/form/digits.ts';
import type { Texts } from '../../ui/form/Field.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { useTexts } from '../../ui/form/useTexts.ts';
import { look } from '../../ui/look.ts';
import { PictureField } from '../../ui/upload/PictureField.tsx';
import { useUpload } from '../../ui/upload/useUpload.ts';
import styles from './Wallet.module.css';

const PLACES = {
  amountInvalid: 'amount',
  amountZero: 'amount',
  amountTooFine: 'amount',
  txInvalid: 'tx',
} as const;

interface VoucherSheetProps {
  readonly chain: ChainCode;
  readonly asset: string;
  readonly onClose: () => void;
}

/** Says that a deposit is missing, with a picture as proof; support looks at it. */
export function VoucherSheet({ chain, asset, onClose }: VoucherSheetProps) {
  const { t } = useTranslation('wallet');
  const { ofCode } = useRefusalWords();
  const form = useTexts({ amount: '', tx: '' });
  const upload = useUpload();
  const isShown = useIsShown();
  const [isMissing, setMissing] = useState(false);
  const send = async ({ amount = '', tx = '' }: Texts) => {
    if (upload.state.step !== 'sent') {
      setMissing(true);
      return undefined;
    }
    const result = await ask('deposit.notify', {
      chain,
      amount: plainDigits(amount) ?? '',
      ...(tx.trim() === '' ? {} : { tx: tx.trim() }),
      voucher: upload.state.id,
    });
    if (!result.ok) return result.error;
    showToast({
      id: `notice-${result.data.notice.id}`,
      tone: 'good',
      title: t('voucher.told'),
      text: t('voucher.toldText'),
    });
    if (isShown()) onClose();
    return undefined;
  };
  return (
    <Sheet title={t('voucher.title')} onClose={onClose}>
      <p className={look('note')}>{t('voucher.text')}</p>
      <div className={styles['proof']}>
        <Form form={form} places={PLACES} send={send} action={t('voucher.send')}>
          <p>{`${asset} · ${chainName(chain)}`}</p>
          <Field
            name="amount"
            label={`${t('amount')} (${asset})`}
            inputMode="decimal"
            autoComplete="off"
            maxLength={40}
            rules={{ validate: (text) => ofCode(amountRefusal(text)) }}
          />
          <Field name="tx" label={t('voucher.tx')} autoComplete="off" maxLength={100} />
          <PictureField
            label={t('voucher.picture')}
            upload={upload}
            error={isMissing ? ofCode('voucherMissing') : undefined}
          />
        </Form>
      </div>
    </Sheet>
  );
}

function amountRefusal(text: string) {
  const sign = amountSign(plainDigits(text) ?? '');
  if (sign === undefined) return 'amountInvalid';
  return sign === 0 ? 'amountZero' : undefined;
}
