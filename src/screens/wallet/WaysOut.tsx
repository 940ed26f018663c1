import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useWithdrawalKinds } from '../../i18n/wallet.ts';
import { Tabs } from '../../ui/Tabs.tsx';

/** To an address or to a bank card. */
export function WaysOut({ selected }: { readonly selected: 'crypto' | 'bank' }) {
  const { t } = useTranslation('wallet');
  const kinds = useWithdrawalKinds();
  const navigate = useNavigate();
  return (
    <Tabs
      label={t('ways')}
      selected={selected}
      onSelect={(id) => navigate(id === 'bank' ? '/withdrawBank' : '/withdraw', { replace: true })}
      tabs={[
        { id: 'crypto', text: kinds.crypto },
        { id: 'bank', text: kinds.bank },
      ]}
    />
  );
}
