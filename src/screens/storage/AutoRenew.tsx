import { useTranslation } from 'react-i18next';
import { ask } from '../../state/login.ts';
import { useOnce } from '../../state/useOnce.ts';
import { SwitchRow } from '../../ui/form/SwitchRow.tsx';
import { useRefusalToast } from '../../ui/useRefusalToast.ts';

/** Whether an order goes on at its end; the switch stands as the exchange says it. */
export function AutoRenew({ id, isOn }: { readonly id: number; readonly isOn: boolean }) {
  const { t } = useTranslation('storage');
  const toastRefusal = useRefusalToast();
  const [isBusy, once] = useOnce();
  const set = (autoRenew: boolean) =>
    void once(async () => {
      const result = await ask('storage.renew', { id, autoRenew });
      if (!result.ok) toastRefusal('lock:renew', t('renew.title'), result.error);
    });
  return <SwitchRow title={t('renew.title')} isOn={isOn} isBusy={isBusy} onChange={set} />;
}
