import { useTranslation } from 'react-i18next';
import type { OrderLine } from '../../../workers/api.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { storeTicketLike } from '../../ui/ticket/ticket.ts';

/** Leads to a ticket that says the same. What it says is in no address, so that hidden amounts stay hidden. */
export function RepeatLink({ line }: { readonly line: OrderLine }) {
  const { t } = useTranslation('orders');
  return (
    <ButtonLink look="main" isWide to={`/trade?market=${line.market}`} onClick={() => storeTicketLike(line)}>
      {t('repeat')}
    </ButtonLink>
  );
}
