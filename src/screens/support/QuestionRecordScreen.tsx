import { Plus } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { ticketStates } from '../../../domain/index.ts';
import type { SupportTicketsView, TicketLine } from '../../../workers/api.ts';
import { useTicketStates } from '../../i18n/support.ts';
import { UserScreen } from '../../ui/account/UserScreen.tsx';
import { ButtonLink, IconLink } from '../../ui/Button.tsx';
import { look } from '../../ui/look.ts';
import { Notice } from '../../ui/Notice.tsx';
import { EndlessView } from '../../ui/records/EndlessView.tsx';
import { changed } from '../../ui/records/period.ts';
import { Tabs } from '../../ui/Tabs.tsx';
import { Thread } from './Thread.tsx';
import { TicketState } from './TicketState.tsx';

const ALL = 'all';
const TICKET = /^[1-9]\d{0,14}$/;

/** The user's tickets, or one of them; which one, and which are shown, stands in the address. */
export default function QuestionRecordScreen() {
  const { t } = useTranslation(['app', 'support']);
  const [params] = useSearchParams();
  const ticket = params.get('ticket') ?? '';
  const id = TICKET.test(ticket) ? Number.parseInt(ticket, 10) : undefined;
  return (
    <UserScreen
      title={id === undefined ? t('title.questionRecord') : t('support:ticketNo', { id })}
      gain={t('support:signedOut')}
      up={id === undefined ? '/mine' : '/mine/questionRecord'}
      actions={id === undefined ? <Add /> : null}
    >
      {({ uid }) => (id === undefined ? <Tickets /> : <Thread key={id} id={id} uid={uid} />)}
    </UserScreen>
  );
}

function Add() {
  const { t } = useTranslation('app');
  return (
    <IconLink look="accent" to="/mine/addQuestion" label={t('title.addQuestion')}>
      <Plus size={22} aria-hidden="true" />
    </IconLink>
  );
}

function Tickets() {
  const { t } = useTranslation(['support', 'app']);
  const [params, setParams] = useSearchParams();
  const states = useTicketStates();
  const state = ticketStates.find((each) => each === params.get('state'));
  const question = useMemo(() => ({ kind: 'supportTickets' as const, ...(state ? { state } : {}) }), [state]);
  const empty = (
    <Notice title={t('none')} text={t('noneText')}>
      <ButtonLink to="/mine/addQuestion">{t('app:title.addQuestion')}</ButtonLink>
    </Notice>
  );
  return (
    <>
      <div className={look('inset')}>
        <Tabs
          look="chips"
          label={t('which')}
          selected={state ?? ALL}
          onSelect={(id) => setParams(changed(params, 'state', id === ALL ? '' : id), { replace: true })}
          tabs={[{ id: ALL, text: t('all') }, ...ticketStates.map((id) => ({ id, text: states[id] }))]}
        />
      </div>
      <EndlessView<SupportTicketsView> key={state ?? ALL} question={question} empty={empty}>
        {(line) => <Ticket line={line} />}
      </EndlessView>
    </>
  );
}

function Ticket({ line }: { readonly line: TicketLine }) {
  const { t } = useTranslation('support');
  return (
    <div className={look('ruled')} data-unread={line.unread > 0 || undefined}>
      <Link className={look('stack1 pad')} to={`/mine/questionRecord?ticket=${line.id}`}>
        <span className={look('line shrinks')}>
          <b className={line.unread > 0 ? look('breaks shrinks') : look('light breaks shrinks')}>
            {line.title}
          </b>
          {line.unread > 0 ? (
            <em className={look('inline middle gap2 accent small')}>
              <i className={look('dot')} data-state="new" />
              {t('unread', { count: line.unread })}
            </em>
          ) : null}
        </span>
        <span className={look('line shrinks')}>
          <small className={look('small')}>{`${t('ticketNo', { id: line.id })} · ${line.time}`}</small>
          <TicketState state={line.state} />
        </span>
      </Link>
    </div>
  );
}
