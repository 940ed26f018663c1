import { useTranslation } from 'react-i18next';
import type { CardRow } from '../../../domain/contract/index.ts';
import type { Refusal } from '../../../domain/index.ts';
import { TOTAL_ASSET } from '../../../domain/index.ts';
import type { BankQuoteLine, ProofNeeds } from '../../../workers/api.ts';
import { useSecondsUntil } from '../../state/codes.ts';
import { useIsShown } from '../../state/useIsShown.ts';
import { useSender } from '../../state/useSender.ts';
import { ProofSheet } from '../../ui/account/ProofSheet.tsx';
import { Button } from '../../ui/Button.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { look } from '../../ui/look.ts';
import { Rate } from './BankForm.tsx';

export interface ConfirmBankProps {
  readonly proof: ProofNeeds;
  /** What the user agrees to. */
  readonly quote: BankQuoteLine;
  /** What is offered by now: another one once the first has ended. */
  readonly newest: BankQuoteLine | undefined;
  readonly card: CardRow;
  readonly onQuote: (quote: BankQuoteLine) => void;
  readonly onSent: (id: number) => void;
  readonly onClose: () => void;
}

/** What is paid to which card at which rate; a rate that has ended has to be accepted again by the user. */
export function ConfirmBank(props: ConfirmBankProps) {
  const { proof: needs, quote, newest, card, onQuote, onSent, onClose } = props;
  const { t } = useTranslation('wallet');
  const sender = useSender('withdraw.toBank');
  const seconds = useSecondsUntil(quote.expiresAt);
  const isShown = useIsShown();
  const send = async (proof: string): Promise<Refusal | undefined> => {
    const result = await sender.send({ quote: quote.id, card: card.id, proof });
    if (!result) return { code: 'unavailable', message: '' };
    if (result.state === 'refused') return result.error;
    if (result.state === 'settled') onSent(result.data.withdrawal.id);
    else if (isShown()) onClose();
    return undefined;
  };
  return (
    <ProofSheet
      title={t('confirm.title')}
      purpose="withdrawal"
      about={{ card: card.id, fiat: quote.fiat, amount: quote.amountExact }}
      needs={needs}
      action={t('confirm.send')}
      onProven={send}
      onClose={onClose}
    >
      <Facts>
        <Fact name={t('bank.card')}>
          <b>{`${card.bank} ${card.number}`}</b>
        </Fact>
        <Fact name={t('bank.holder')}>{card.holder}</Fact>
        <Fact name={t('amount')}>{`${quote.amount} ${TOTAL_ASSET}`}</Fact>
        <Fact name={t('fee')}>{`${quote.fee} ${TOTAL_ASSET}`}</Fact>
        <Fact name={t('received')}>
          <b>{`${quote.received} ${quote.fiat}`}</b>
        </Fact>
      </Facts>
      <Rate quote={quote} />
      {seconds === 0 && newest && newest.id !== quote.id ? (
        <p className={look('warn')}>
          {t('bank.ended', { rate: `${newest.rate} ${newest.fiat}`, received: newest.received })}{' '}
          <Button look="link" size="s" onClick={() => onQuote(newest)}>
            {t('bank.take')}
          </Button>
        </p>
      ) : null}
    </ProofSheet>
  );
}
