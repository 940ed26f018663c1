import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { amountSign } from '../../../domain/index.ts';
import type { OrderLine } from '../../../workers/api.ts';
import { settings } from '../../state/settings.ts';
import styles from './RepeatLink.module.css';

/** Leads to a ticket that says the same. */
export function RepeatLink({ line }: { readonly line: OrderLine }) {
  const { t } = useTranslation('orders');
  const { hideAmounts } = useSnapshot(settings);
  const navigate = useNavigate();
  // While amounts are hidden, the quantity is nowhere in the page: it comes only with the tap.
  const open = (event: MouseEvent) => {
    if (!hideAmounts) return;
    event.preventDefault();
    navigate(ticketPath(line, true));
  };
  return (
    <Link className={styles['repeat']} to={ticketPath(line, !hideAmounts)} onClick={open}>
      {t('repeat')}
    </Link>
  );
}

/** The trade screen's address with a ticket like an order; what the order does not say is left out. */
function ticketPath({ market, side, type, raw }: OrderLine, hasAmount: boolean): string {
  const params = new URLSearchParams({ market, side, type });
  if (type !== 'market' && amountSign(raw.price) === 1) params.set('price', raw.price);
  if (hasAmount && amountSign(raw.quantity) === 1) params.set('amount', raw.quantity);
  return `/trade?${params}`;
}
