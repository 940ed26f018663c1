import { ArrowLeftRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { SETTLEMENT_ASSET } from '../../../domain/index.ts';
import type { MarketHead } from '../../../workers/api.ts';
import { usePositionSides } from '../../i18n/perpetual.ts';
import { NumberField } from '../trade/NumberField.tsx';
import styles from '../trade/Ticket.module.css';
import { useOrderNames } from '../trade/useOrderNames.ts';
import { FuturesOptions } from './FuturesOptions.tsx';
import { FuturesPreview } from './FuturesPreview.tsx';
import type { TextField } from './futuresTicket.ts';
import { TermsButton } from './TermsButton.tsx';
import type { FuturesControl } from './useFuturesTicket.ts';

export interface PanelProps {
  readonly control: FuturesControl;
  readonly market: MarketHead | undefined;
}

/** Long or short, how, how much, and what it comes to. */
export function FuturesTicketPanel({ control, market }: PanelProps) {
  const { ticket } = control;
  return (
    <section className={styles['ticket']} data-area="ticket">
      <TermsButton control={control} market={market} />
      <SideSwitch control={control} />
      <TypeSwitch control={control} />
      {ticket.isStop ? <PriceField control={control} field="stopPrice" /> : null}
      {ticket.type === 'market' ? (
        <MarketPrice />
      ) : (
        <>
          <PriceField control={control} field="price" />
          <QuickPrices control={control} />
        </>
      )}
      <AmountFields control={control} market={market} />
      <FuturesOptions control={control} />
      <FuturesPreview control={control} market={market} />
    </section>
  );
}

function SideSwitch({ control: { ticket, change } }: Pick<PanelProps, 'control'>) {
  const { t } = useTranslation('trade');
  const sides = usePositionSides();
  return (
    <fieldset className={styles['sides']}>
      <legend className="visually-hidden">{t('side.label')}</legend>
      {(['long', 'short'] as const).map((side) => (
        <button
          key={side}
          type="button"
          data-side={side === 'long' ? 'buy' : 'sell'}
          aria-pressed={ticket.side === side}
          // A share of what one side can open is no share of the other's; guards lie on the other side.
          onClick={() => ticket.side !== side && change({ side, percent: '', takeProfit: '', stopLoss: '' })}
        >
          {sides[side]}
        </button>
      ))}
    </fieldset>
  );
}

function TypeSwitch({ control: { ticket, change } }: Pick<PanelProps, 'control'>) {
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

interface PriceFieldProps extends Pick<PanelProps, 'control'> {
  readonly field: Extract<TextField, 'price' | 'stopPrice'>;
}

function PriceField({ control: { ticket, change, touch, errorOf }, field }: PriceFieldProps) {
  const { t } = useTranslation('trade');
  return (
    <NumberField
      name={field}
      label={field === 'price' ? t('price') : t('stopPrice')}
      value={ticket[field]}
      error={errorOf(field)}
      onChange={(text) => change(field === 'price' ? { price: text } : { stopPrice: text })}
      onLeave={() => touch(field)}
      after={<span className={styles['unit']}>{SETTLEMENT_ASSET}</span>}
    />
  );
}

/** The best prices and the last, one tap each. */
function QuickPrices({ control: { frame, change } }: Pick<PanelProps, 'control'>) {
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

function AmountFields({ control, market }: PanelProps) {
  const { t } = useTranslation('trade');
  const { ticket, amount, change, touch, errorOf } = control;
  const isBase = ticket.unit === 'base';
  const [own, other] = isBase ? [market?.base, SETTLEMENT_ASSET] : [SETTLEMENT_ASSET, market?.base];
  return (
    <>
      <NumberField
        name="amount"
        label={isBase ? t('quantity') : t('total')}
        value={amount}
        error={errorOf('amount')}
        onChange={(text) => change({ amount: text, percent: '' })}
        onLeave={() => touch('amount')}
        after={
          <button
            type="button"
            className={styles['swap']}
            aria-label={t('inUnit', { asset: other ?? '' })}
            // An amount of one asset is none of the other.
            onClick={() => change({ unit: isBase ? 'quote' : 'base', amount: '' })}
          >
            {own}
            <ArrowLeftRight size={14} aria-hidden="true" />
          </button>
        }
      />
      <Share control={control} />
    </>
  );
}

function Share({ control: { ticket, frame, change, touch } }: Pick<PanelProps, 'control'>) {
  const { t } = useTranslation('trade');
  const take = (percent: string) => {
    change({ percent, amount: '' });
    touch('amount');
  };
  return (
    <div className={styles['share']}>
      <input
        type="range"
        min={0}
        max={100}
        step={1}
        value={ticket.percent === '' ? 0 : ticket.percent}
        aria-label={t('share')}
        aria-valuetext={`${ticket.percent || '0'} %`}
        onChange={({ target }) => take(target.value)}
      />
      <button type="button" title={frame?.most} onClick={() => take('100')}>
        {t('max')}
      </button>
    </div>
  );
}
