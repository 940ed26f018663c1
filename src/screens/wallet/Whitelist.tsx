import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Refusal } from '../../../domain/index.ts';
import { useRefusalWords } from '../../i18n/refusals.ts';
import { ask } from '../../state/login.ts';
import { useAsk } from '../../state/useAsk.ts';
import { ProofSheet } from '../../ui/account/ProofSheet.tsx';
import { Blocked } from '../../ui/account/Rest.tsx';
import { Confirm } from '../../ui/dialog/Confirm.tsx';
import { SwitchRow } from '../../ui/form/SwitchRow.tsx';
import { look } from '../../ui/look.ts';
import { Failed } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useMoment } from '../../ui/useMoment.ts';

interface WhitelistProps {
  readonly whitelist: { readonly on: boolean; readonly offAt: number | null };
  readonly onChanged: () => Promise<void>;
}

/** Only addresses of the book: on at once, off after a day and with a proof. */
export function Whitelist({ whitelist, onChanged }: WhitelistProps) {
  const { t } = useTranslation('wallet');
  const moment = useMoment();
  const { ofRefusal } = useRefusalWords();
  const [step, setStep] = useState<'on' | 'off'>();
  const [failure, setFailure] = useState<Refusal>();
  const change = async (request: { on: boolean; proof?: string }): Promise<Refusal | undefined> => {
    const result = await ask('withdraw.setWhitelist', request);
    if (!result.ok) return result.error;
    setStep(undefined);
    await onChanged();
    return undefined;
  };
  return (
    <section className={look('note')}>
      <SwitchRow
        title={t('whitelist.title')}
        isOn={whitelist.on}
        onChange={() => setStep(whitelist.on ? 'off' : 'on')}
      />
      <p>{whitelist.on ? t('whitelist.on') : t('whitelist.off')}</p>
      {whitelist.offAt === null ? null : <p>{t('whitelist.until', { time: moment(whitelist.offAt) })}</p>}
      {failure ? <p role="alert">{ofRefusal(failure)}</p> : null}
      {step === 'on' ? (
        <Confirm
          title={t('whitelist.title')}
          confirm={t('whitelist.turnOn')}
          cancel={t('keep')}
          onConfirm={() => {
            // A refusal stands in the page: under the sheet nobody would see it.
            setStep(undefined);
            void change({ on: true }).then(setFailure);
          }}
          onCancel={() => setStep(undefined)}
        >
          <p>{t('whitelist.meaning')}</p>
        </Confirm>
      ) : null}
      {step === 'off' ? (
        <TurnOff onProven={(proof) => change({ on: false, proof })} onClose={() => setStep(undefined)} />
      ) : null}
    </section>
  );
}

interface TurnOffProps {
  readonly onProven: (proof: string) => Promise<Refusal | undefined>;
  readonly onClose: () => void;
}

function TurnOff({ onProven, onClose }: TurnOffProps) {
  const { t } = useTranslation('wallet');
  const { data, refusal, reload } = useAsk('withdraw.infos', {});
  if (!data) return refusal ? <Failed onRetry={() => void reload()} why={refusal} /> : <Skeleton rows={1} />;
  const { proof } = data;
  const canProve = proof.fundPassword || proof.passkey;
  const missing = proof.code === null ? 'contactMissing' : canProve ? undefined : 'fundPasswordMissing';
  if (missing) return <Blocked code={missing} />;
  return (
    <ProofSheet
      title={t('whitelist.turnOff')}
      purpose="addressBook"
      needs={proof}
      action={t('whitelist.turnOff')}
      onProven={onProven}
      onClose={onClose}
    >
      <p>{t('whitelist.offMeaning')}</p>
    </ProofSheet>
  );
}
