import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiKeyRow } from '../../../domain/contract/index.ts';
import { useRefusalWords } from '../../i18n/refusals.ts';
import { ask } from '../../state/login.ts';
import { useAsk } from '../../state/useAsk.ts';
import { Blocked } from '../../ui/account/Rest.tsx';
import { UserScreen } from '../../ui/account/UserScreen.tsx';
import { Button } from '../../ui/Button.tsx';
import { CopyText } from '../../ui/CopyText.tsx';
import { Confirm } from '../../ui/dialog/Confirm.tsx';
import { FormError } from '../../ui/form/Form.tsx';
import { look } from '../../ui/look.ts';
import { Failed } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useMoment } from '../../ui/useMoment.ts';
import styles from './Api.module.css';
import { apiKeyKinds } from './apiKeyKinds.ts';
import { MakeApiKey } from './MakeApiKey.tsx';

/** Keys with which bots and tools call in the name of the user. */
export default function ApiScreen() {
  const { t } = useTranslation(['account', 'app']);
  return (
    <UserScreen title={t('app:title.api')} gain={t('signIn.security')} up="/mine/security">
      {() => <ApiKeys />}
    </UserScreen>
  );
}

function ApiKeys() {
  const { t } = useTranslation('account');
  const { data, refusal, reload } = useAsk('apiKey.list', {});
  if (!data) return refusal ? <Failed onRetry={() => void reload()} why={refusal} /> : <Skeleton rows={4} />;
  const { keys, proof } = data;
  const missing =
    proof.code === null
      ? 'contactMissing'
      : proof.fundPassword || proof.passkey
        ? undefined
        : 'fundPasswordMissing';
  return (
    <div className={look('page')}>
      <div className={look('note stack breaks')}>
        <p>{t('api.text')}</p>
        <p>{t('api.compatible', { address: `${location.origin}/compat/binance` })}</p>
        <a className={look('accent', styles['docs'])} href="/docs">
          {t('api.docs')}
        </a>
      </div>
      {keys.length === 0 ? (
        <p className={look('quiet')}>{t('api.none')}</p>
      ) : (
        <ul className={look('stack3')}>
          {keys.map((key) => (
            <Entry key={key.id} apiKey={key} onEnded={reload} />
          ))}
        </ul>
      )}
      {missing ? <Blocked code={missing} /> : <MakeApiKey needs={proof} onMade={reload} />}
    </div>
  );
}

interface EntryProps {
  readonly apiKey: ApiKeyRow;
  readonly onEnded: () => Promise<void>;
}

function Entry({ apiKey, onEnded }: EntryProps) {
  const { t } = useTranslation('account');
  const { ofRefusal } = useRefusalWords();
  const [isConfirming, setConfirming] = useState(false);
  const [failure, setFailure] = useState<string>();
  const end = async () => {
    setConfirming(false);
    const result = await ask('apiKey.end', { id: apiKey.id });
    if (!result.ok) setFailure(ofRefusal(result.error));
    await onEnded();
  };
  return (
    <li className={look('stack surface')}>
      <div className={look('between')}>
        <b className={look('breaks shrinks')}>{apiKey.name}</b>
        <Button look="bad" size="s" onClick={() => setConfirming(true)}>
          {t('api.end')}
        </Button>
      </div>
      <KeyFacts apiKey={apiKey} />
      <FormError text={failure} />
      {isConfirming ? (
        <Confirm
          title={t('api.endTitle')}
          confirm={t('api.end')}
          cancel={t('api.keep')}
          onConfirm={() => void end()}
          onCancel={() => setConfirming(false)}
        >
          <p>{t('api.endText', { name: apiKey.name })}</p>
        </Confirm>
      ) : null}
    </li>
  );
}

function KeyFacts({ apiKey }: { readonly apiKey: ApiKeyRow }) {
  const { t } = useTranslation('account');
  const moment = useMoment();
  const { kind, spot, futures, addresses, createdAt, usedAt, usedFrom } = apiKey;
  const rights = [t('api.read'), spot ? t('api.spot') : '', futures ? t('api.futures') : ''];
  return (
    <div className={look('faint grid breaks shrinks', styles['facts'])}>
      <CopyText text={apiKey.apiKey} />
      <span>{`${apiKeyKinds[kind]} · ${rights.filter(Boolean).join(' · ')}`}</span>
      {addresses.length > 0 ? <span>{t('api.from', { addresses: addresses.join(', ') })}</span> : null}
      <span>{t('api.made', { time: moment(createdAt) })}</span>
      <span>
        {usedAt === null ? t('api.unused') : t('api.used', { time: moment(usedAt), address: usedFrom ?? '' })}
      </span>
    </div>
  );
}
