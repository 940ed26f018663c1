import { useTranslation } from 'react-i18next';
import type { MarketHead } from '../../../workers/api.ts';
import { AmountFields } from './AmountFields.tsx';
import { NumberField } from './NumberField.tsx';
import { Preview } from './Preview.tsx';
import styles from './Ticket.module.css';
import { TicketOptions } from './TicketOptions.tsx';
import type { TicketField } from './ticket.ts';
import { useOrderNames } from './useOrderNames.ts';
import type { TicketControl } from './useTicket.ts';

interface TicketPanelProps {
  readonly control: TicketControl;
  readonly market: MarketHead | undefined;
}

/** What to buy or sell, how, and what it comes to. */
export function TicketPanel({ control, market }: TicketPanelProps) {
  const { ticket } = control;
  return (
    <section className={styles['ticket']} data-area="ticket">
      <SideSwitch control={control} />
      <TypeSwitch control={control} />
      {ticket.type === 'stopLimit' ? (
        <PriceField control={control} field="stopPrice" market={market} />
      ) : null}
      {ticket.type === 'market' ? (
        <MarketPrice />
      ) : (
        <>
          <PriceField control={control} field="price" market={market} />
          <QuickPrices control={control} />
        </>
      )}
      <AmountFields control={control} market={market} />
      <TicketOptions control={control} />
      <Preview control={control} market={market} />
    </section>
  );
}

function SideSwitch({ control: { ticket, change } }: Pick<TicketPanelProps, 'control'>) {
  const { t } = useTranslation('trade');
  const { sides } = useOrderNames();
  return (
    <fieldset className={styles['sides']}>
      <legend className="visually-hidden">{t('side.label')}</legend>
      {(['buy', 'sell'] as const).map((side) => (
        <button
          key={side}
          type="button"
          data-side={side}
          aria-pressed={ticket.side === side}
          // A share of one asset is no share of the other.
          onClick={() => ticket.side !== side && change({ side, percent: '' })}
        >
          {sides[side]}
        </button>
      ))}
    </fieldset>
  );
}

function TypeSwitch({ control: { ticket, change } }: Pick<TicketPanelProps, 'control'>) {
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

function MarketPrice() {
  const { t } = useTranslation('trade');
  return <p className={styles['market']}>{t('marketPrice')}</p>;
}

interface PriceFieldProps extends TicketPanelProps {
  readonly field: Exclude<TicketField, 'amount'>;
}

function PriceField({ control: { ticket, change, touch, errorOf }, field, market }: PriceFieldProps) {
  const { t } = useTranslation('trade');
  return (
    <NumberField
      name={field}
      label={field === 'price' ? t('price') : t('stopPrice')}
      value={ticket[field]}
      error={errorOf(field)}
      onChange={(text) => change(field === 'price' ? { price: text } : { stopPrice: text })}
      onLeave={() => touch(field)}
      after={<span className={styles['unit']}>{market?.quote}</span>}
    />
  );
}

/** The best prices and the last, one tap each. */
function QuickPrices({ control: { frame, change } }: Pick<TicketPanelProps, 'control'>) {
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
