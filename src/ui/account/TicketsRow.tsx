import { MessagesSquare } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { login } from '../../state/login.ts';
import { useSupport } from '../../state/support.ts';
import { MenuRow } from '../MenuRow.tsx';

/** The way to the user's tickets, with how many replies are new; live. */
export function TicketsRow() {
  const { token } = useSnapshot(login);
  return token === null ? <Row unread={0} /> : <LiveRow key={token} />;
}

function LiveRow() {
  return <Row unread={useSupport()?.unread ?? 0} />;
}

function Row({ unread }: { readonly unread: number }) {
  const { t } = useTranslation(['app', 'support']);
  return (
    <MenuRow
      to="/mine/questionRecord"
      title={t('title.questionRecord')}
      Icon={MessagesSquare}
      {...(unread > 0 ? { value: t('support:unread', { count: unread }), state: 'done' } : {})}
    />
  );
}
