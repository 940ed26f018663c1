import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChainCode } from '../../../domain/index.ts';
import { amountSign } from '../../../domain/index.ts';
import { useCommandWords } from '../../i18n/funds.ts';
import { useCommand } from '../../state/useCommand.ts';
import { Button } from '../../ui/Button.tsx';
import { plainDigits } from '../../ui/form/digits.ts';
import { look } from '../../ui/look.ts';
import { AmountField } from './AmountField.tsx';

interface TestMoneyProps {
  readonly chain: ChainCode;
  readonly asset: string;
  readonly bounds: { readonly least: string; readonly most: string };
}

/** Practice: test money comes over the made-up network like real money over a real one. */
export function TestMoney({ chain, asset, bounds }: TestMoneyProps) {
  const { t } = useTranslation('wallet');
  const words = useCommandWords();
  const { sending, send } = useCommand('deposit.test');
  const [amount, setAmount] = useState('1000');
  const [isTouched, setTouched] = useState(false);
  const plain = plainDigits(amount);
  const sign = amountSign(plain);
  const refusal = sign === undefined ? 'amountInvalid' : sign === 0 ? 'amountZero' : undefined;
  // Its bounds are the exchange's to know: what it says of the amount stands at the field too.
  const failure = sending?.failed?.code === 'testAmount' ? 'testAmount' : undefined;
  const isBusy = sending?.state === 'sending' || sending?.state === 'unknown';
  const tap = () => {
    setTouched(true);
    if (!isBusy && plain !== undefined && refusal === undefined) void send({ chain, amount: plain });
  };
  return (
    <section className={look('note')}>
      <h2>{t('test.title')}</h2>
      <AmountField
        value={amount}
        unit={asset}
        error={isTouched ? (refusal ?? failure) : undefined}
        hint={`${bounds.least} – ${bounds.most} ${asset}`}
        onChange={setAmount}
        onLeave={() => setTouched(true)}
      />
      <Button look="main" isWide aria-busy={isBusy} onClick={tap}>
        {t('test.send', { asset })}
      </Button>
      <p role="status">
        {sending?.state === 'settled'
          ? t('test.sent')
          : sending
            ? words(sending.state, sending.failed)
            : null}
      </p>
    </section>
  );
}
