import { useTranslation } from 'react-i18next';
import type { TicketFrame } from '../../../workers/api.ts';
import { useOrderNames } from '../../i18n/orderTexts.ts';
import { NumberField } from '../form/NumberField.tsx';
import layout from '../layout.module.css';
import styles from './Ticket.module.css';

interface Change {
  readonly type?: 'limit' | 'market';
  readonly tif?: 'GTC';
  readonly postOnly?: false;
  readonly price?: string;
  readonly stopPrice?: string;
}
type PriceName = 'price' | 'stopPrice';

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
}

/** At which price: a limit, or whatever the market gives. */
export function PriceFields({ control, isStop, unit }: PriceFieldsProps) {
  const { t } = useTranslation('trade');
  return (
    <>
      <TypeSwitch control={control} />
      {isStop ? <PriceField control={control} field="stopPrice" unit={unit} /> : null}
      {control.ticket.type === 'market' ? (
        <p className={`${layout['faint']} ${layout['box']} ${styles['market']}`}>{t('marketPrice')}</p>
      ) : (
        <>
          <PriceField control={control} field="price" unit={unit} />
          <QuickPrices control={control} />
        </>
      )}
    </>
  );
}

function TypeSwitch({ control: { ticket, change } }: Pick<PriceFieldsProps, 'control'>) {
  const { t } = useTranslation('trade');
  const { types } = useOrderNames();
  return (
    <fieldset className={styles['types']}>
      <legend className="visually-hidden">{t('type.label')}</legend>
      {(['limit', 'market'] as const).map((type) => (
        <button
          key={type}
          type="button"
          aria-pressed={ticket.type === type}
          onClick={() => change({ type, tif: 'GTC', postOnly: false })}
        >
          {types[type]}
        </button>
      ))}
    </fieldset>
  );
}

interface PriceFieldProps extends Pick<PriceFieldsProps, 'control' | 'unit'> {
  readonly field: PriceName;
}

function PriceField({ control: { ticket, change, touch, errorOf }, field, unit }: PriceFieldProps) {
  const { t } = useTranslation('trade');
  return (
    <NumberField
      name={field}
      label={field === 'price' ? t('price') : t('stopPrice')}
      value={ticket[field]}
      error={errorOf(field)}
      onChange={(text) => change(field === 'price' ? { price: text } : { stopPrice: text })}
      onLeave={() => touch(field)}
      after={<span className={styles['unit']}>{unit}</span>}
    />
  );
}

/** The best prices and the last, one tap each. */
function QuickPrices({ control: { frame, change } }: Pick<PriceFieldsProps, 'control'>) {
  const { t } = useTranslation('trade');
  const prices = [
    { id: 'bid', text: t('quick.bid'), price: frame?.quick.bid },
    { id: 'ask', text: t('quick.ask'), price: frame?.quick.ask },
    { id: 'last', text: t('quick.last'), price: frame?.quick.last },
  ];
  return (
    <div className={styles['quick']}>
      {prices.map(({ id, text, price }) => (
        <button
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
