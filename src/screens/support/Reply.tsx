import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TicketLine } from '../../../workers/api.ts';
import { useRefusalWords } from '../../i18n/refusals.ts';
import { ask } from '../../state/login.ts';
import { Button } from '../../ui/Button.tsx';
import { Form, FormError } from '../../ui/form/Form.tsx';
import { look } from '../../ui/look.ts';
import { MessageFields } from './MessageFields.tsx';
import { PLACES, useSend } from './useSend.ts';
import { useWriting } from './useWriting.ts';

interface ReplyProps {
  readonly ticket: TicketLine;
  /** Under which a message is sent once. */
  readonly fresh: { readonly key: string };
  readonly uid: string;
  /** Requests the thread again. */
  readonly again: () => void;
}

/** Writes on in a ticket; one that is closed is opened again by it. */
export function Reply({ ticket, fresh, uid, again }: ReplyProps) {
  const { t } = useTranslation('support');
  const writing = useWriting(`reply-${uid}-${ticket.id}`, { content: '' });
  const send = useSend(writing, fresh, async ({ content = '' }, sent) => {
    const result = await ask('support.reply', { ...sent, id: ticket.id, content });
    if (!result.ok) return result.error;
    writing.done();
    again();
    return undefined;
  });
  const isClosed = ticket.state === 'closed';
  return (
    <section className={look('ruled')}>
      {isClosed ? <p className={look('quiet inset mid')}>{t('closedText')}</p> : null}
      <Form form={writing.form} places={PLACES} send={send} action={isClosed ? t('reopen') : t('replySend')}>
        <MessageFields label={t('reply')} writing={writing} />
      </Form>
      {isClosed ? null : <Close id={ticket.id} again={again} />}
    </section>
  );
}

/** Says that nothing is left to do; writing on opens the ticket again. */
function Close({ id, again }: { readonly id: number; readonly again: () => void }) {
  const { t } = useTranslation('support');
  const { ofRefusal } = useRefusalWords();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const close = async () => {
    if (isBusy) return;
    setBusy(true);
    const result = await ask('support.close', { id });
    setBusy(false);
    setFailure(result.ok ? undefined : ofRefusal(result.error));
    if (result.ok) again();
  };
  return (
    <>
      <FormError text={failure} />
      <Button look="link" isWide isBusy={isBusy} onClick={() => void close()}>
        {t('close')}
      </Button>
    </>
  );
}
