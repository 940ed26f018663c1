import { ArrowLeftRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { look } from '../look.ts';
import styles from './Ticket.module.css';

/** The way to more of what is available. @param from where it would come from. */
export function TransferLink({ from }: { readonly from: 'spot' | 'futures' }) {
  const { t } = useTranslation('app');
  return (
    <Link
      className={look('accent relative', styles['transfer'])}
      to={`/transfer?from=${from}`}
      aria-label={t('title.transfer')}
    >
      <ArrowLeftRight size={14} aria-hidden="true" />
    </Link>
  );
}
