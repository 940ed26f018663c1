import { useTranslation } from 'react-i18next';
import type { Refusal } from '../../../domain/index.ts';
import { chainName } from '../../i18n/wallet.ts';
import { useIsShown } from '../../state/useIsShown.ts';
import { useSender } from '../../state/useSender.ts';
import { ProofSheet } from '../../ui/account/ProofSheet.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { AddressText } from './AddressText.tsx';
import type { WithdrawFormData } from './useWithdraw.ts';

export interface ConfirmProps {
  readonly form: WithdrawFormData;
  readonly order: NonNullable<WithdrawFormData['order']>;
  readonly onSent: (id: number) => void;
  readonly onClose: () => void;
}

/** What will be booked and where it goes, and the proof that it is the user who asks for it. */
export function ConfirmWithdrawal({ form, order, onSent, onClose }: ConfirmProps) {
  const { t } = useTranslation('wallet');
  const sender = useSender('withdraw.send');
  const isShown = useIsShown();
  const send = async (proof: string): Promise<Refusal | undefined> => {
    const result = await sender.send({ ...order, proof });
    if (!result) return { code: 'unavailable', message: '' };
    if (result.state === 'refused') return result.error;
    // A lost answer is shown by the journal, on any screen.
    if (result.state === 'settled') onSent(result.data.withdrawal.id);
    else if (isShown()) onClose();
    return undefined;
  };
  return (
    <ProofSheet
      title={t('confirm.title')}
      purpose="withdrawal"
      about={order}
      needs={form.proof}
      action={t('confirm.send')}
      onProven={send}
      onClose={onClose}
    >
      <Facts>
        <Fact name={t('network')}>
          <b>{chainName(order.chain)}</b>
        </Fact>
        <Fact name={t('address.label')}>
          <AddressText address={order.address} />
        </Fact>
        {form.label ? <Fact name={t('book.name')}>{form.label}</Fact> : null}
        <Fact name={t('amount')}>{`${form.amount} ${order.currency}`}</Fact>
        <Fact name={t('fee')}>{`${form.fee} ${order.currency}`}</Fact>
        <Fact name={t('received')}>
          <b>{`${form.received} ${order.currency}`}</b>
        </Fact>
      </Facts>
    </ProofSheet>
  );
}
