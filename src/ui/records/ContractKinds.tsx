import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { look } from '../look.ts';
import { Tabs } from '../Tabs.tsx';
import type { ContractKind } from './contractKinds.ts';
import { contractKinds } from './contractKinds.ts';

/** Leads to the records of the other kind of contract. */
export function ContractKinds({ selected }: { readonly selected: ContractKind }) {
  const { t } = useTranslation('market');
  const navigate = useNavigate();
  const names: Record<ContractKind, string> = { perpetual: t('kind.perpetual'), cycle: t('tabs.cycle') };
  return (
    <div className={look('inset')}>
      <Tabs
        look="chips"
        label={t('kinds')}
        selected={selected}
        onSelect={(kind) => navigate(`/contractRecord/all?kind=${kind}`, { replace: true })}
        tabs={contractKinds.map((id) => ({ id, text: names[id] }))}
      />
    </div>
  );
}
