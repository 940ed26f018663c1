import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { MOST_TITLE, ticketRefusals } from '../../../domain/index.ts';
import type { SupportFrame } from '../../../workers/api.ts';
import { useRefusalWords } from '../../i18n/refusals.ts';
import { ask } from '../../state/login.ts';
import { useSupport } from '../../state/support.ts';
import { showToast } from '../../state/toasts.ts';
import { useIsShown } from '../../state/useIsShown.ts';
import { UserScreen } from '../../ui/account/UserScreen.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { SwitchRow } from '../../ui/form/SwitchRow.tsx';
import { look } from '../../ui/look.ts';
import { MessageFields } from './MessageFields.tsx';
import { useSubjectText } from './Subject.tsx';
import { PLACES, useSend } from './useSend.ts';
import type { Writing } from './useWriting.ts';
import { useWriting } from './useWriting.ts';

/** Writes to us: what it is about, in words and pictures, and with the last order if the user wants. */
export default function AddQuestionScreen() {
  const { t } = useTranslation(['app', 'support']);
  return (
    <UserScreen title={t('title.addQuestion')} gain={t('support:signedOut')} up="/mine/helpCenter">
      {({ uid }) => <Compose uid={uid} />}
    </UserScreen>
  );
}

function Compose({ uid }: { readonly uid: string }) {
  const { t } = useTranslation('support');
  const { ofCode } = useRefusalWords();
  const navigate = useNavigate();
  const support = useSupport();
  const isShown = useIsShown();
  const writing = useWriting(`ticket-${uid}`, { title: '', content: '', order: '' });
  const send = useSend(writing, support, async ({ title = '', content = '', order = '' }, sent, frame) => {
    const { lastOrder: last, failed } = frame;
    // Nothing goes without the order that the user wants with it.
    if (order !== '' && !last && failed) return failed;
    const subject = order !== '' && last ? { subject: { kind: last.kind, id: last.id } } : {};
    const result = await ask('support.add', { ...sent, title, content, ...subject });
    if (!result.ok) return result.error;
    const { id } = result.data.ticket;
    showToast({ id: `ticket-${id}`, tone: 'good', title: t('sent'), text: t('sentText') });
    writing.done();
    if (isShown()) navigate(`/mine/questionRecord?ticket=${id}`, { replace: true });
    return undefined;
  });
  const rules = {
    validate: (title: string) => ofCode(ticketRefusals({ title, content: '' }).title),
  };
  return (
    <Form form={writing.form} places={PLACES} send={send} action={t('send')}>
      <p className={look('quiet')}>{t('text')}</p>
      <Field
        name="title"
        label={t('title')}
        autoCapitalize="sentences"
        autoComplete="off"
        maxLength={MOST_TITLE}
        rules={rules}
      />
      <MessageFields label={t('content')} writing={writing} />
      <LastOrder support={support} writing={writing} />
    </Form>
  );
}

interface LastOrderProps {
  readonly support: SupportFrame | undefined;
  readonly writing: Writing;
}

/** Which order goes with the ticket stands beside the switch before it is sent. */
function LastOrder({ support, writing: { form } }: LastOrderProps) {
  const { t } = useTranslation('support');
  const text = useSubjectText();
  const [isOn, setOn] = useState(() => form.getValues('order') !== '');
  const order = support?.lastOrder;
  if (!order) return null;
  return (
    <SwitchRow
      title={t('attach')}
      text={text(order)}
      isOn={isOn}
      onChange={(next) => {
        setOn(next);
        form.setValue('order', next ? 'on' : '');
      }}
    />
  );
}
