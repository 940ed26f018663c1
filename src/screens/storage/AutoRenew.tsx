import { useTranslation } from 'react-i18next';
import { useRefusalWords } from '../../i18n/refusals.ts';
import { ask } from '../../state/login.ts';
import { showToast } from '../../state/toasts.ts';
import { useOnce } from '../../state/useOnce.ts';
import { SwitchRow } from '../../ui/form/SwitchRow.tsx';

/** Whether an order goes on at its end; the switch stands as the exchange says it. */
export function AutoRenew({ id, isOn }: { readonly id: number; readonly isOn: boolean }) {
  const { t } = useTranslation('storage');
  const { ofRefusal } = useRefusalWords();
  const [isBusy, once] = useOnce();
  const set = (autoRenew: boolean) =>
    void once(async () => {
      const result = await ask('storage.renew', { id, autoRenew });
      if (result.ok || result.error.code === 401) return;
      showToast({ id: 'lock:renew', tone: 'bad', title: t('renew.title'), text: ofRefusal(result.error) });
    });
  return <SwitchRow title={t('renew.title')} isOn={isOn} isBusy={isBusy} onChange={set} />;
}
