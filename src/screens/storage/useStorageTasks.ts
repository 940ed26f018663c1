import { useTranslation } from 'react-i18next';
import type { StorageLine, Submitted } from '../../../workers/api.ts';
import { showToast } from '../../state/toasts.ts';
import type { Sender } from '../../state/useSender.ts';
import { useSender } from '../../state/useSender.ts';
import { useRefusalToast } from '../../ui/useRefusalToast.ts';

export interface StorageTasks {
  readonly state: Sender<never>['state'];
  readonly revoke: (line: StorageLine) => Promise<void>;
  /** At exactly the cost that the line says; another one is refused. */
  readonly redeem: (line: StorageLine) => Promise<void>;
}

const TOLD = 'lock:ended';

/** Ends orders, one at a time, and shows the outcome. */
export function useStorageTasks(): StorageTasks {
  const { t } = useTranslation('storage');
  const toastRefusal = useRefusalToast();
  const revoking = useSender('storage.revoke');
  const redeeming = useSender('storage.redeem');
  // A lost answer is shown by the journal.
  const show = (
    title: string,
    { amount, asset, id }: StorageLine,
    result: Submitted<'storage.revoke' | 'storage.redeem'> | undefined,
  ) => {
    const text = `${amount} ${asset} · ${t('orderOf', { id })}`;
    if (result?.state === 'settled') showToast({ id: TOLD, tone: 'good', title, text });
    if (result?.state === 'refused') toastRefusal(TOLD, t('refused'), result.error);
  };
  return {
    state: revoking.state === 'idle' ? redeeming.state : revoking.state,
    revoke: async (line) => show(t('revoke.done'), line, await revoking.send({ id: line.id })),
    redeem: async (line) => {
      if (line.redeem) show(t('redeem.done'), line, await redeeming.send(line.redeem.request));
    },
  };
}
