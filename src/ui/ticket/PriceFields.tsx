import { useTranslation } from 'react-i18next';
import type { TicketFrame } from '../../../workers/api.ts';
import { NumberField } from '../form/NumberField.tsx';
import { look } from '../look.ts';
import { FieldButton } from './FieldParts.tsx';
import styles from './Ticket.module.css';

/** Digits beyond which a price needs all of its field. */
const LONG_PRICE = 11;

type PriceName = 'price' | 'stopPrice';
type Change = Readonly<Partial<Record<PriceName, string>>>;

/** What of a ticket its prices need: spot and perpetuals have it alike. */
interface PriceControl {
  readonly ticket: Readonly<Record<PriceName, string>> & { readonly type: string };
  readonly frame: Pick<TicketFrame, 'quick'> | undefined;
  readonly change: (next: Change) => void;
  readonly touch: (field: PriceName) => void;
  readonly errorOf: (field: PriceName) => string | undefined;
}

interface PriceFieldsProps {
  readonly control: PriceControl;
  /** It waits for a price of its own first. */
  readonly isStop: boolean;
  /** Of the prices. */
  readonly unit: string;
  /** Where what is wrong is said. */
  readonly errorId: string;
}

/** At which price: a limit, or whatever the market gives. */
export function PriceFields(props: PriceFieldsProps) {
  const { control, isStop } = props;
  return (
    <>
      {isStop ? <PriceField {...props} field="stopPrice" /> : null}
      {control.ticket.type === 'market' || control.ticket.type === 'stopMarket' ? null : (
        <>
          <PriceField {...props} field="price" />
          <QuickPrices control={control} />
        </>
      )}
    </>
  );
}

interface PriceFieldProps extends Omit<PriceFieldsProps, 'isStop'> {
  readonly field: PriceName;
}

function PriceField({ control, field, unit, errorId }: PriceFieldProps) {
  const { t } = useTranslation('trade');
  const { ticket, frame, change, touch, errorOf } = control;
  return (
    <PriceInput
      field={field}
      name={field === 'price' ? t('price') : t('stopPrice')}
      unit={unit}
      value={ticket[field]}
      last={frame?.quick.last}
      error={errorOf(field)}
      errorId={errorId}
      onChange={(text) => change(field === 'price' ? { price: text } : { stopPrice: text })}
      onLeave={() => touch(field)}
    />
  );
}

interface PriceInputProps {
  readonly field: string;
  /** As users read it. */
  readonly name: string;
  readonly unit: string;
  readonly value: string;
  /** The last price, one tap away. */
  readonly last: string | undefined;
  readonly error: string | undefined;
  readonly errorId: string;
  readonly onChange: (text: string) => void;
  readonly onLeave: () => void;
}

/** One price, typed or the last. */
export function PriceInput({ field, name, unit, value, last, onChange, ...input }: PriceInputProps) {
  const { t } = useTranslation('trade');
  return (
    <NumberField
      name={field}
      label={unit === '' ? name : `${name} (${unit})`}
      value={value}
      onChange={onChange}
      {...input}
      after={
        value.length > LONG_PRICE ? undefined : (
          <FieldButton disabled={last === undefined} onClick={() => last !== undefined && onChange(last)}>
            {t('quick.last')}
          </FieldButton>
        )
      }
    />
  );
}

/** The best prices, one tap each, where there is room for them: on a phone the book beside has them. */
function QuickPrices({ control: { frame, change } }: Pick<PriceFieldsProps, 'control'>) {
  const { t } = useTranslation('trade');
  const prices = [
    { id: 'bid', text: t('quick.bid'), price: frame?.quick.bid },
    { id: 'ask', text: t('quick.ask'), price: frame?.quick.ask },
  ];
  return (
    <div className={look('halves', styles['quick'])}>
      {prices.map(({ id, text, price }) => (
        <button
          className={look('mini ground2')}
          key={id}
          type="button"
          disabled={price === undefined}
          onClick={() => price !== undefined && change({ price })}
        >
          {text}
        </button>
      ))}
    </div>
  );
}
