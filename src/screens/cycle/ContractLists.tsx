import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { login } from '../../state/login.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { look } from '../../ui/look.ts';
import { Tabs } from '../../ui/Tabs.tsx';
import { OpenContracts } from './OpenContracts.tsx';
import { PastContracts } from './PastContracts.tsx';
import type { Contracts } from './useContracts.ts';

const ALL = {};

/** What runs and what has ended, under the ticket. */
export function ContractLists({ contracts }: { readonly contracts: Contracts }) {
  const { t } = useTranslation('cycle');
  const { token } = useSnapshot(login);
  const [shown, setShown] = useState<'open' | 'past'>('open');
  if (token === null) return <Empty>{t('open.gain')}</Empty>;
  return (
    <section className={look('top3 shrinks ruled')} data-area="lists">
      <div className={look('between inset')}>
        <Tabs
          label={t('contracts')}
          selected={shown}
          onSelect={setShown}
          tabs={[
            { id: 'open', text: t('open.title', { count: contracts.frame?.open.length ?? 0 }) },
            { id: 'past', text: t('past.title') },
          ]}
        />
        <ButtonLink look="link" size="s" to="/contractRecord/all?kind=cycle">
          {t('past.all')}
        </ButtonLink>
      </div>
      {shown === 'open' ? <OpenContracts contracts={contracts} /> : <PastContracts filter={ALL} />}
    </section>
  );
}
