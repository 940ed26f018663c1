import { useTranslation } from 'react-i18next';
import type { CardDraft } from '../../../domain/index.ts';
import { cardRefusals, isSameName } from '../../../domain/index.ts';
import { useRefusalWords } from '../../i18n/refusals.ts';
import { ask } from '../../state/login.ts';
import { Sheet } from '../../ui/dialog/Sheet.tsx';
import type { Texts } from '../../ui/form/Field.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { useTexts } from '../../ui/form/useTexts.ts';
import { look } from '../../ui/look.ts';
import styles from './Wallet.module.css';

const PLACES = {
  holderInvalid: 'holder',
  holderDiffers: 'holder',
  bankInvalid: 'bank',
  branchInvalid: 'branch',
  bankCodeInvalid: 'code',
  cardNumberInvalid: 'number',
  cardKnown: 'number',
} as const;

interface CardSheetProps {
  readonly verifiedName: string | null;
  readonly onSaved: (id: number) => void;
  readonly onClose: () => void;
}

const draftOf = (texts: Texts): CardDraft => {
  const { holder = '', bank = '', branch = '', code = '', number = '' } = texts;
  return { holder, bank, branch, code, number };
};

/** A new bank card: its number is shown only masked from here on. */
export function CardSheet({ verifiedName, onSaved, onClose }: CardSheetProps) {
  const { t } = useTranslation('wallet');
  const { ofCode } = useRefusalWords();
  const form = useTexts({ holder: verifiedName ?? '', bank: '', branch: '', code: '', number: '' });
  const send = async (texts: Texts) => {
    const result = await ask('withdraw.addCard', draftOf(texts));
    if (!result.ok) return result.error;
    onSaved(result.data.card.id);
    return undefined;
  };
  const ruleOf = (name: keyof CardDraft) => ({
    validate: (_: string, texts: Texts) => ofCode(cardRefusals(draftOf(texts))[name]),
  });
  const isOther = (holder: string) => verifiedName !== null && !isSameName(holder, verifiedName);
  return (
    <Sheet title={t('bank.add')} onClose={onClose}>
      <p className={look('note')}>{t('bank.holderText')}</p>
      <div className={styles['proof']}>
        <Form form={form} places={PLACES} send={send} action={t('bank.save')}>
          <Field
            name="holder"
            label={t('bank.holder')}
            autoComplete="cc-name"
            maxLength={60}
            rules={{
              validate: (text, texts) =>
                ofCode(cardRefusals(draftOf(texts)).holder ?? (isOther(text) ? 'holderDiffers' : undefined)),
            }}
          />
          <Field
            name="bank"
            label={t('bank.name')}
            autoComplete="off"
            maxLength={80}
            rules={ruleOf('bank')}
          />
          <Field
            name="branch"
            label={t('bank.branch')}
            autoComplete="off"
            maxLength={80}
            rules={ruleOf('branch')}
          />
          <Field
            name="code"
            label={t('bank.code')}
            autoComplete="off"
            maxLength={30}
            rules={ruleOf('code')}
          />
          <Field
            name="number"
            label={t('bank.number')}
            inputMode="numeric"
            autoComplete="cc-number"
            maxLength={30}
            rules={ruleOf('number')}
          />
        </Form>
      </div>
    </Sheet>
  );
}
