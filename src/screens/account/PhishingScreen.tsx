import { useTranslation } from 'react-i18next';
import type { Profile } from '../../../domain/contract/index.ts';
import { WORD_MAX, wordRefusal } from '../../../domain/index.ts';
import { useRefusalWords } from '../../i18n/refusals.ts';
import { ask } from '../../state/login.ts';
import { UserScreen } from '../../ui/account/UserScreen.tsx';
import type { Texts } from '../../ui/form/Field.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { useTexts } from '../../ui/form/useTexts.ts';
import { look } from '../../ui/look.ts';
import { AccountForm } from './AccountForm.tsx';

const DRAFT = { id: 'phishing', fields: ['word'] };
const PLACES = { wordInvalid: 'word' } as const;

/** The word by which genuine mails are known from forged ones. */
export default function PhishingScreen() {
  const { t } = useTranslation(['account', 'app']);
  return (
    <UserScreen title={t('app:title.phishing')} gain={t('signIn.security')} up="/mine/security">
      {(profile, reload) => <SetWord profile={profile} reload={reload} />}
    </UserScreen>
  );
}

interface SetProps {
  readonly profile: Profile;
  readonly reload: () => Promise<void>;
}

function SetWord({ profile, reload }: SetProps) {
  const { t } = useTranslation('account');
  const { ofCode } = useRefusalWords();
  const form = useTexts({ word: profile.antiPhishing ?? '' }, DRAFT);
  return (
    <AccountForm
      form={form}
      profile={{ ...profile, measures: { ...profile.measures, totp: false } }}
      reload={reload}
      places={PLACES}
      send={({ word = '' }: Texts) => ask('account.setAntiPhishing', { word: word.trim() })}
      action={t('phishing.submit')}
      done={t('phishing.done')}
      draft={DRAFT.id}
    >
      <p className={look('note')}>{t('phishing.text')}</p>
      <Field
        name="word"
        label={t('phishing.word')}
        hint={t('phishing.hint')}
        autoComplete="off"
        maxLength={WORD_MAX}
        rules={{ validate: (text) => ofCode(wordRefusal(text.trim())) }}
      />
    </AccountForm>
  );
}
