import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { WalletWithdrawalsView, WithdrawalLine, WithdrawalsFilter } from '../../../workers/api.ts';
import { chainName, useWithdrawalStates } from '../../i18n/wallet.ts';
import { useUserView } from '../../state/useUserView.ts';
import { Amount } from '../../ui/LiveAmount.tsx';
import { useWant } from '../../ui/records/useWant.ts';
import { State, Steps } from '../../ui/State.tsx';
import { History, Recent } from './History.tsx';
import { toneOf } from './tones.ts';
import { WithdrawalSheet } from './WithdrawalSheet.tsx';

const MINUS = '−';

interface WithdrawalsProps {
  readonly filter: WithdrawalsFilter;
  readonly onRetry: () => void;
}

/** The withdrawals of one filter. */
export function Withdrawals({ filter, onRetry }: WithdrawalsProps) {
  const { t } = useTranslation(['wallet', 'app']);
  const want = useWant();
  const { requested } = want;
  const view = useMemo<WalletWithdrawalsView>(
    () => ({ kind: 'walletWithdrawals', ...filter, ...requested }),
    [filter, requested],
  );
  const frame = useUserView(view);
  const none = t('history.noWithdrawals');
  return (
    <History
      frame={frame}
      want={want}
      onRetry={onRetry}
      none={none}
      next={{ to: '/withdraw', text: t('app:title.withdraw') }}
      Row={WithdrawalRow}
      Detail={WithdrawalSheet}
    />
  );
}

const newest: WalletWithdrawalsView = { kind: 'walletWithdrawals', want: 1 };

interface RecentWithdrawalsProps {
  readonly receipt: number | undefined;
  readonly onReceiptClosed: () => void;
}

/** The newest withdrawals, live. */
export function RecentWithdrawals(props: RecentWithdrawalsProps) {
  const { t } = useTranslation(['wallet', 'app']);
  const frame = useUserView(newest);
  return (
    <Recent
      {...props}
      frame={frame}
      title={t('app:title.withdrawals')}
      to="/property/withdrawals"
      none={t('history.noWithdrawals')}
      Row={WithdrawalRow}
      Detail={WithdrawalSheet}
    />
  );
}

function WithdrawalRow({ line }: { readonly line: WithdrawalLine }) {
  const { t } = useTranslation('wallet');
  const states = useWithdrawalStates();
  const isOnChain = line.state === 'sent' && line.of === 'crypto';
  return (
    <>
      <span>
        <b>
          <Amount text={`${MINUS}${line.amount} ${line.currency}`} />
        </b>
        <State tone={toneOf(line.state)}>{states[line.state]}</State>
      </span>
      <span>
        <small>{line.of === 'crypto' ? chainName(line.place) : `${line.place} ${line.target}`}</small>
        {isOnChain ? (
          <Steps done={line.confirmations} of={line.confirmationsNeeded} label={t('confirmations')} />
        ) : (
          <small>{line.time}</small>
        )}
      </span>
    </>
  );
}
