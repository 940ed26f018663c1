import { useTranslation } from 'react-i18next';
import type {
  AddressFamily,
  DepositState,
  NoticeState,
  WithdrawalKind,
  WithdrawalState,
} from '../../domain/index.ts';

/** Networks by their own names, which are the same in every language, and the standard by which wallets list them. */
const CHAINS: Readonly<Record<string, string>> = {
  tron: 'Tron (TRC20)',
  ethereum: 'Ethereum (ERC20)',
  bitcoin: 'Bitcoin',
};
const FAMILIES: Readonly<Record<AddressFamily, string>> = {
  tron: 'Tron',
  evm: 'Ethereum (EVM)',
  bitcoin: 'Bitcoin',
};

/** A network's name; its code when the page knows none. */
export const chainName = (chain: string): string => CHAINS[chain] ?? chain;
export const familyName = (family: AddressFamily): string => FAMILIES[family];

/** How far a withdrawal has come. */
export function useWithdrawalStates(): Record<WithdrawalState, string> {
  const { t } = useTranslation('wallet');
  return {
    requested: t('withdrawal.requested'),
    approved: t('withdrawal.approved'),
    sent: t('withdrawal.sent'),
    confirmed: t('withdrawal.confirmed'),
    rejected: t('withdrawal.rejected'),
    cancelled: t('withdrawal.cancelled'),
    failed: t('withdrawal.failed'),
  };
}

export function useWithdrawalKinds(): Record<WithdrawalKind, string> {
  const { t } = useTranslation('wallet');
  return { crypto: t('kind.crypto'), bank: t('kind.bank') };
}

/** How far a deposit has come. */
export function useDepositStates(): Record<DepositState, string> {
  const { t } = useTranslation('wallet');
  return {
    seen: t('deposited.seen'),
    credited: t('deposited.credited'),
    unlocked: t('deposited.unlocked'),
    reversed: t('deposited.reversed'),
    small: t('deposited.small'),
  };
}

/** What became of a notice with a voucher. */
export function useNoticeStates(): Record<NoticeState, string> {
  const { t } = useTranslation('wallet');
  return {
    waiting: t('notice.waiting'),
    credited: t('notice.credited'),
    rejected: t('notice.rejected'),
  };
}
