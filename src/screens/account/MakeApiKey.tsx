import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Calls, RequestOf, ResponseOf } from '../../../domain/contract/index.ts';
import type { Refusal, RefusalCode } from '../../../domain/index.ts';
import { labelRefusal, normalAddress } from '../../../domain/index.ts';
import type { ProofNeeds } from '../../../workers/api.ts';
import { useRefusalWords } from '../../i18n/refusals.ts';
import { ask } from '../../state/login.ts';
import { ProofSheet } from '../../ui/account/ProofSheet.tsx';
import { Button } from '../../ui/Button.tsx';
import { CopyText } from '../../ui/CopyText.tsx';
import { Sheet } from '../../ui/dialog/Sheet.tsx';
import { Check } from '../../ui/form/Check.tsx';
import { LabelledInput, LabelledText } from '../../ui/form/Field.tsx';
import { look } from '../../ui/look.ts';
import { Tabs } from '../../ui/Tabs.tsx';
import { apiKeyKinds } from './apiKeyKinds.ts';

type Kind = RequestOf<Calls['apiKey.add']>['kind'];
type Made = ResponseOf<Calls['apiKey.add']>;

const START = {
  name: '',
  kind: 'hmac' as Kind,
  publicKey: '',
  spot: true,
  futures: false,
  addresses: '',
};
type KeyRequest = typeof START;

const linesOf = (text: string): string[] =>
  text
    .split(/[\s,]+/)
    .map((line) => line.trim())
    .filter(Boolean);

interface MakeProps {
  readonly needs: ProofNeeds;
  /** Called when there is another key, or may be: the answer to one can be lost. */
  readonly onMade: () => Promise<void>;
}

/** What a new key is to be, the proof that it is the user, and the secret that is shown once. */
export function MakeApiKey({ needs, onMade }: MakeProps) {
  const { t } = useTranslation('account');
  const [request, setRequest] = useState(START);
  const [refused, setRefused] = useState<RefusalCode>();
  const [isProving, setProving] = useState(false);
  const [made, setMade] = useState<Made>();
  const change = (part: Partial<KeyRequest>) => {
    setRefused(undefined);
    setRequest({ ...request, ...part });
  };
  const begin = () => {
    const wrong = wrongIn(request);
    setRefused(wrong);
    setProving(!wrong);
  };
  const add = async (proof: string): Promise<Refusal | undefined> => {
    const { name, kind, publicKey, spot, futures, addresses } = request;
    const result = await ask('apiKey.add', {
      ...{ name, kind, spot, futures, proof, addresses: linesOf(addresses) },
      ...(kind === 'ed25519' ? { publicKey } : {}),
    });
    void onMade();
    if (!result.ok) return result.error;
    setProving(false);
    setMade(result.data);
    setRequest(START);
    return undefined;
  };
  return (
    <>
      <form
        className={look('stack4')}
        onSubmit={(event) => {
          event.preventDefault();
          begin();
        }}
      >
        <RequestFields request={request} change={change} refused={refused} />
        <Button look="main" isWide type="submit">
          {t('api.make')}
        </Button>
      </form>
      {isProving ? (
        <ProofSheet
          title={t('api.provenTitle')}
          purpose="apiKey"
          needs={needs}
          action={t('api.make')}
          onProven={add}
          onClose={() => setProving(false)}
        >
          <p>{t('api.text')}</p>
        </ProofSheet>
      ) : null}
      {made ? <NewKeySecret made={made} onClose={() => setMade(undefined)} /> : null}
    </>
  );
}

/** What the page can check before anything is proven. */
function wrongIn({ name, kind, publicKey, addresses }: KeyRequest): RefusalCode | undefined {
  if (labelRefusal(name.trim())) return 'labelInvalid';
  if (kind === 'ed25519' && publicKey.trim() === '') return 'apiKeyPublic';
  return linesOf(addresses).every(normalAddress) ? undefined : 'apiKeyAddress';
}

interface FieldsProps {
  readonly request: KeyRequest;
  readonly change: (part: Partial<KeyRequest>) => void;
  readonly refused: RefusalCode | undefined;
}

function RequestFields({ request, change, refused }: FieldsProps) {
  const { t } = useTranslation('account');
  const { ofCode } = useRefusalWords();
  const errorOf = (code: RefusalCode) => (refused === code ? ofCode(code) : undefined);
  return (
    <>
      <LabelledInput
        label={t('api.name')}
        name="name"
        value={request.name}
        maxLength={40}
        error={errorOf('labelInvalid')}
        onChange={({ target }) => change({ name: target.value })}
      />
      <Tabs
        look="chips"
        label={t('api.kind')}
        selected={request.kind}
        onSelect={(kind) => change({ kind })}
        tabs={[
          { id: 'hmac', text: apiKeyKinds.hmac },
          { id: 'ed25519', text: apiKeyKinds.ed25519 },
        ]}
      />
      {request.kind === 'ed25519' ? (
        <LabelledText
          label={t('api.publicKey')}
          name="publicKey"
          rows={3}
          maxLength={1_000}
          value={request.publicKey}
          error={errorOf('apiKeyPublic')}
          onChange={({ target }) => change({ publicKey: target.value })}
        />
      ) : null}
      <div className={look('stack')}>
        <Check isOn={request.spot} onChange={(spot) => change({ spot })}>
          {t('api.spot')}
        </Check>
        <Check isOn={request.futures} onChange={(futures) => change({ futures })}>
          {t('api.futures')}
        </Check>
      </div>
      <LabelledText
        label={t('api.addresses')}
        name="addresses"
        rows={2}
        maxLength={1_500}
        hint={t('api.anywhere')}
        value={request.addresses}
        error={errorOf('apiKeyAddress')}
        onChange={({ target }) => change({ addresses: target.value })}
      />
    </>
  );
}

function NewKeySecret({ made, onClose }: { readonly made: Made; readonly onClose: () => void }) {
  const { t } = useTranslation('account');
  return (
    <Sheet
      title={t('api.ready')}
      onClose={onClose}
      footer={
        <Button look="main" onClick={onClose}>
          {t('api.done')}
        </Button>
      }
    >
      <div className={look('stack3')}>
        <p className={look('stack1 breaks shrinks')}>
          <span className={look('quiet')}>{t('api.key')}</span>
          <CopyText text={made.key.apiKey} />
        </p>
        {made.secret === null ? null : (
          <>
            <p className={look('stack1 breaks shrinks')}>
              <span className={look('quiet')}>{t('api.secret')}</span>
              <CopyText text={made.secret} />
            </p>
            <p className={look('warn')}>{t('api.once')}</p>
          </>
        )}
      </div>
    </Sheet>
  );
}
