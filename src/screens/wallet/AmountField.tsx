import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Bounds } from '../../../domain/index.ts';
import { isRefusalCode } from '../../../domain/index.ts';
import { useRefusalWords } from '../../i18n/refusals.ts';
import { typedDigits } from '../../ui/form/digits.ts';
import { LabelledInput } from '../../ui/form/Field.tsx';
import { FieldButton } from '../../ui/ticket/FieldParts.tsx';

interface AmountFieldProps {
  readonly value: string;
  readonly unit: string;
  readonly onChange: (amount: string) => void;
  readonly onLeave: () => void;
  /** Code of what is wrong with it. */
  readonly error: string | undefined;
  /** Figures that it may name. */
  readonly bounds?: Bounds;
  /** The largest amount, plain digits; absent where there is no such. */
  readonly most?: string | undefined;
  readonly hint?: ReactNode;
}

/** An amount with either decimal separator, and the largest at a tap. */
export function AmountField({ value, unit, onChange, onLeave, error, bounds, most, hint }: AmountFieldProps) {
  const { t } = useTranslation('wallet');
  const { ofCode } = useRefusalWords();
  const words =
    error === undefined ? undefined : ofCode(isRefusalCode(error) ? error : 'amountInvalid', bounds);
  return (
    <LabelledInput
      label={`${t('amount')} (${unit})`}
      name="amount"
      inputMode="decimal"
      autoComplete="off"
      maxLength={40}
      value={value}
      error={words}
      hint={hint}
      onChange={({ target }) => onChange(typedDigits(target.value))}
      onBlur={onLeave}
      after={
        most === undefined ? null : (
          <FieldButton disabled={!/[1-9]/.test(most)} onClick={() => onChange(most)}>
            {t('max')}
          </FieldButton>
        )
      }
    />
  );
}
