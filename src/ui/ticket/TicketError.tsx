import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import type { Dec } from '../../../domain/index.ts';
import { isRefusalCode } from '../../../domain/index.ts';
import type { MarketHead } from '../../../workers/api.ts';
import { useRefusalWords } from '../../i18n/refusals.ts';
import { settings } from '../../state/settings.ts';
import { shownPrice } from '../form/digits.ts';
import { look } from '../look.ts';
import styles from './Ticket.module.css';

interface TicketErrorProps {
  /** By which its fields name it. */
  readonly id: string;
  /** Code of the first that is wrong; undefined: nothing is. */
  readonly code: string | undefined;
  readonly market: MarketHead | undefined;
}

/** A market's rules about amounts, each with its number: what to type instead is in the sentence. */
function useBreaches(market: MarketHead | undefined): Readonly<Record<string, () => string>> {
  const { t } = useTranslation('trade');
  const { language } = useSnapshot(settings);
  if (!market) return {};
  const { base, quote, tick, lot, minQuantity, minTotal } = market;
  const of = (figure: Dec, asset: string) => ({ n: shownPrice(figure, language), asset });
  return {
    orderTick: () => t('breach.orderTick', of(tick, quote)),
    orderLot: () => t('breach.orderLot', of(lot, base)),
    orderMinimum: () => t('breach.orderMinimum', of(minQuantity, base)),
    orderTotal: () => t('breach.orderTotal', of(minTotal, quote)),
  };
}

/** What is wrong with a ticket, in the place of what it would come to: nothing below it moves. */
export function TicketError({ id, code, market }: TicketErrorProps) {
  const { ofCode } = useRefusalWords();
  const breaches = useBreaches(market);
  if (code === undefined) return null;
  return (
    <p id={id} className={look('bad mini', styles['error'])} role="alert">
      {breaches[code]?.() ?? ofCode(isRefusalCode(code) ? code : 'amountInvalid')}
    </p>
  );
}
