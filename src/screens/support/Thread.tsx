import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MessageLine, SupportThreadFrame, SupportThreadView } from '../../../workers/api.ts';
import { useRefusalWords } from '../../i18n/refusals.ts';
import { ask } from '../../state/login.ts';
import { Answered } from '../../ui/Answered.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import { look } from '../../ui/look.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Reply } from './Reply.tsx';
import { Subject } from './Subject.tsx';
import styles from './Support.module.css';
import { TicketPicture } from './TicketPicture.tsx';
import { TicketState } from './TicketState.tsx';

type Content = NonNullable<SupportThreadFrame['thread']>;

interface ThreadProps {
  readonly id: number;
  readonly uid: string;
}

/** One ticket with everything that was written, as it is written. */
export function Thread({ id, uid }: ThreadProps) {
  const { t } = useTranslation('support');
  const { ofRefusal } = useRefusalWords();
  const [view] = useState<SupportThreadView>({ kind: 'supportThread', id, turn: 0 });
  return (
    <Answered
      view={view}
      read={({ thread, key }) => (thread ? { thread, key } : undefined)}
      refused={(refusal) =>
        refusal.code === 'notFound' ? (
          <Notice title={ofRefusal(refusal)}>
            <ButtonLink to="/mine/questionRecord">{t('toList')}</ButtonLink>
          </Notice>
        ) : undefined
      }
    >
      {({ thread, key }, again) => <Written thread={thread} fresh={{ key }} uid={uid} again={again} />}
    </Answered>
  );
}

interface WrittenProps {
  readonly thread: Content;
  readonly fresh: { readonly key: string };
  readonly uid: string;
  readonly again: () => void;
}

function Written({ thread: { ticket, messages }, fresh, uid, again }: WrittenProps) {
  useRead(ticket, messages);
  return (
    <article className={look('page lone')}>
      <header className={look('flex wrap baseline spread inset')}>
        <h2 className={look('large breaks shrinks')}>{ticket.title}</h2>
        <TicketState state={ticket.state} />
        {ticket.subject ? <Subject subject={ticket.subject} /> : null}
      </header>
      <ol className={look('stack3 inset')} aria-live="polite" aria-relevant="additions">
        {messages.map((message) => (
          <Message key={message.id} message={message} />
        ))}
      </ol>
      <Reply ticket={ticket} fresh={fresh} uid={uid} again={again} />
    </article>
  );
}

/** Replies that stand on the screen, and can be seen, are read. */
function useRead({ id, unread }: Content['ticket'], messages: readonly MessageLine[]): void {
  const last = messages.at(-1)?.id;
  const marked = useRef(0);
  useEffect(() => {
    const markRead = () => {
      if (unread === 0 || last === undefined || last === marked.current) return;
      if (document.visibilityState !== 'visible') return;
      marked.current = last;
      void ask('support.read', { id, message: last }).then(({ ok }) => {
        // It stays unread at the exchange: coming back to the page tries again.
        if (!ok && marked.current === last) marked.current = 0;
      });
    };
    markRead();
    document.addEventListener('visibilitychange', markRead);
    return () => document.removeEventListener('visibilitychange', markRead);
  }, [id, unread, last]);
}

function Message({ message: { author, content, pictures, time } }: { readonly message: MessageLine }) {
  const { t } = useTranslation('support');
  const isOurs = author === 'support';
  return (
    <li className={look('stack pad3 ground2', styles['message'])} data-author={author}>
      <p className={look('breaks', styles['content'])}>{content}</p>
      {pictures.map((picture, index) => (
        <TicketPicture key={picture.id} picture={picture} label={t('picture', { place: index + 1 })} />
      ))}
      <small className={look('text')}>{`${isOurs ? t('from') : t('you')} · ${time}`}</small>
    </li>
  );
}
