import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { BasicDraft, IdentityField } from '../../../domain/index.ts';
import { basicRefusals } from '../../../domain/index.ts';
import { useRefusalWords } from '../../i18n/refusals.ts';
import { dropDraft } from '../../state/drafts.ts';
import { ask } from '../../state/login.ts';
import type { Texts } from '../../ui/form/Field.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { useTexts } from '../../ui/form/useTexts.ts';
import { look } from '../../ui/look.ts';
import { ContactFirst } from './ContactFirst.tsx';
import type { Identity, IdentityProps } from './IdentityGate.tsx';
import { IdentityGate } from './IdentityGate.tsx';
import { Practice } from './Practice.tsx';
import { Reason } from './Reasons.tsx';
import { Certified, UnderReview } from './Review.tsx';

const PLACES = { nameInvalid: 'name', idNumberInvalid: 'number' } as const;
/** Longer than any name or number that is taken. */
const MOST_LETTERS = 100;

/** Level 1: name and ID number. */
export default function IdentityBaseScreen() {
  const { t } = useTranslation('app');
  return (
    <IdentityGate title={t('title.identityBase')} up="/mine/identity">
      {(props) => <Basic {...props} />}
    </IdentityGate>
  );
}

function Basic(props: IdentityProps) {
  const { t } = useTranslation('identity');
  const { identity } = props;
  const line = identity.levels[1];
  if (line.state === 'approved')
    return (
      <Certified
        line={line}
        {...(identity.levels[2].state === 'approved'
          ? {}
          : { next: { to: '/mine/identityNew?level=2', text: t('toAdvanced') } })}
      />
    );
  if (line.state === 'pending') return <UnderReview identity={identity} line={line} />;
  return identity.hasContact ? <BasicForm {...props} /> : <ContactFirst />;
}

const draftOf = ({ name = '', number = '' }: Texts): BasicDraft => ({ name, number });

function BasicForm({ identity, uid, again }: IdentityProps) {
  const { t } = useTranslation('identity');
  const { ofCode } = useRefusalWords();
  const line = identity.levels[1];
  const draft = { id: `identity-${uid}`, fields: ['name', 'number'] };
  // What was rejected is there to be corrected; its number is known only masked.
  const form = useTexts({ name: line.name, number: '' }, draft);
  const send = async (texts: Texts) => {
    const result = await ask('identity.basic', draftOf(texts));
    if (!result.ok) return result.error;
    dropDraft(draft.id);
    again();
    return undefined;
  };
  const ruleOf = (name: keyof BasicDraft) => ({
    validate: (_: string, texts: Texts) => ofCode(basicRefusals(draftOf(texts))[name]),
  });
  return (
    <>
      <Form form={form} places={PLACES} send={send} action={t('send')}>
        <p className={look('quiet')}>{t('basicText')}</p>
        <Field
          name="name"
          label={t('field.name')}
          autoComplete="name"
          autoCapitalize="words"
          maxLength={MOST_LETTERS}
          hint={whyOf(identity, 'name')}
          rules={ruleOf('name')}
        />
        <Field
          name="number"
          label={t('field.number')}
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={MOST_LETTERS}
          hint={whyOf(identity, 'number') ?? t('numberHint')}
          rules={ruleOf('number')}
        />
        <p className={look('quiet')}>{t('privacy')}</p>
      </Form>
      <Practice identity={identity} level={1} />
    </>
  );
}

/** Why a field was rejected the last time; undefined when it was not. */
function whyOf({ levels }: Identity, field: IdentityField): ReactNode | undefined {
  const reason = levels[1].reasons.find((each) => each.field === field);
  return reason ? (
    <span className={look('bad')}>
      <Reason reason={reason} />
    </span>
  ) : undefined;
}
