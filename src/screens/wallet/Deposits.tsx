import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { DepositLine, DepositsFilter, WalletDepositsView } from '../../../workers/api.ts';
import { chainName, useDepositStates } from '../../i18n/wallet.ts';
import { useUserView } from '../../state/useUserView.ts';
import { Amount } from '../../ui/LiveAmount.tsx';
import { useWant } from '../../ui/records/useWant.ts';
import { State, Steps } from '../../ui/State.tsx';
import { DepositSheet } from './DepositSheet.tsx';
import { History, Recent } from './History.tsx';
import { toneOf } from './tones.ts';

const PLUS = '+';

interface DepositsProps {
  readonly filter: DepositsFilter;
  readonly onRetry: () => void;
}

/** The deposits of one filter. */
export function Deposits({ filter, onRetry }: DepositsProps) {
  const { t } = useTranslation(['wallet', 'app']);
  const want = useWant();
  const { requested } = want;
  const view = useMemo<WalletDepositsView>(
    () => ({ kind: 'walletDeposits', ...filter, ...requested }),
    [filter, requested],
  );
  const frame = useUserView(view);
  const none = t('history.noDeposits');
  return (
    <History
      frame={frame}
      want={want}
      onRetry={onRetry}
      none={none}
      next={{ to: '/recharge', text: t('app:title.recharge') }}
      Row={DepositRow}
      Detail={DepositSheet}
    />
  );
}

const newest: WalletDepositsView = { kind: 'walletDeposits', want: 1 };

/** The newest deposits, live from the first block to the last that is waited for. */
export function RecentDeposits() {
  const { t } = useTranslation(['wallet', 'app']);
  const frame = useUserView(newest);
  return (
    <Recent
      frame={frame}
      title={t('app:title.deposits')}
      to="/property/deposits"
      none={t('history.noDeposits')}
      Row={DepositRow}
      Detail={DepositSheet}
    />
  );
}

function DepositRow({ line }: { readonly line: DepositLine }) {
  const states = useDepositStates();
  const isUnderWay = line.state === 'seen' || line.state === 'credited';
  return (
    <>
      <span>
        <b>
          <Amount text={`${PLUS}${line.amount} ${line.asset}`} />
        </b>
        <State tone={toneOf(line.state)}>{states[line.state]}</State>
      </span>
      <span>
        <small>{chainName(line.chain)}</small>
        {isUnderWay ? <UnderWay line={line} /> : <small>{line.time}</small>}
      </span>
    </>
  );
}

/** Up to the credit it shows the confirmations that credit it, from then on those that unlock it. */
function UnderWay({ line }: { readonly line: DepositLine }) {
  const { t } = useTranslation('wallet');
  const of = line.state === 'seen' ? line.creditAt : line.unlockAt;
  return <Steps done={Math.min(line.confirmations, of)} of={of} label={t('confirmations')} />;
}
