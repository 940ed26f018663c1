import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { OrderLine } from '../../../workers/api.ts';
import { keepTicketLike } from '../../ui/ticket/ticket.ts';
import styles from './RepeatLink.module.css';

/** Leads to a ticket that says the same. What it says is in no address, so that hidden amounts stay hidden. */
export function RepeatLink({ line }: { readonly line: OrderLine }) {
  const { t } = useTranslation('orders');
  return (
    <Link
      className={styles['repeat']}
      to={`/trade?market=${line.market}`}
      onClick={() => keepTicketLike(line)}
    >
      {t('repeat')}
    </Link>
  );
}
