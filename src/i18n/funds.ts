import { useTranslation } from 'react-i18next';
import type { BalanceKind, HoldKind, MovementKind, Refusal } from '../../domain/index.ts';
import type { MoneyCall } from '../../workers/api.ts';
import type { CommandState } from '../state/useCommand.ts';
import { useRefusalWords } from './refusals.ts';

/** Names of accounts. */
export function useAccountNames(): Record<BalanceKind, string> {
  const { t } = useTranslation('funds');
  return { spot: t('account.spot'), futures: t('account.futures'), escrow: t('account.escrow') };
}

/** Why money moved. */
export function useMovementNames(): Record<MovementKind, string> {
  const { t } = useTranslation('funds');
  return {
    playGrant: t('movement.playGrant'),
    playReturn: t('movement.playReturn'),
    transfer: t('movement.transfer'),
    trade: t('movement.trade'),
    fee: t('movement.fee'),
    funding: t('movement.funding'),
    liquidation: t('movement.liquidation'),
    deposit: t('movement.deposit'),
    depositReversed: t('movement.depositReversed'),
    debtPaid: t('movement.debtPaid'),
    withdrawal: t('movement.withdrawal'),
    realizedPl: t('movement.realizedPl'),
    cycle: t('movement.cycle'),
    convert: t('movement.convert'),
    storage: t('movement.storage'),
    interest: t('movement.interest'),
    reward: t('movement.reward'),
  };
}

/** Why money is frozen. */
export function useHoldNames(): Record<HoldKind, string> {
  const { t } = useTranslation('funds');
  return {
    order: t('hold.order'),
    withdrawal: t('hold.withdrawal'),
    margin: t('hold.margin'),
    storage: t('hold.storage'),
    cycle: t('hold.cycle'),
  };
}

/** What a money-moving call is about. */
export function useCallNames(): Record<MoneyCall, string> {
  const { t } = useTranslation('funds');
  return {
    'account.transfer': t('call.transfer'),
    'account.resetPlay': t('call.resetPlay'),
    'spot.place': t('call.place'),
    'spot.placeOco': t('call.placeOco'),
    'spot.placeScaled': t('call.placeScaled'),
    'perpetual.placeScaled': t('call.placeScaledFutures'),
    'spot.amend': t('call.amend'),
    'spot.cancel': t('call.cancel'),
    'spot.cancelAll': t('call.cancelAll'),
    'cycle.buy': t('call.cycleBuy'),
    'cycle.sell': t('call.cycleSell'),
    'storage.open': t('call.storageOpen'),
    'storage.revoke': t('call.storageRevoke'),
    'storage.redeem': t('call.storageRedeem'),
    'perpetual.place': t('call.futuresPlace'),
    'perpetual.amend': t('call.futuresAmend'),
    'perpetual.cancel': t('call.futuresCancel'),
    'perpetual.cancelAll': t('call.futuresCancelAll'),
    'perpetual.close': t('call.close'),
    'perpetual.closeAll': t('call.closeAll'),
    'perpetual.reverse': t('call.reverse'),
    'perpetual.setTerms': t('call.setTerms'),
    'perpetual.changeMargin': t('call.changeMargin'),
    'perpetual.protect': t('call.protect'),
    'perpetual.amendGuard': t('call.amendGuard'),
    'perpetual.setAbsence': t('call.setAbsence'),
    'deposit.test': t('call.depositTest'),
    'withdraw.send': t('call.withdrawSend'),
    'withdraw.toBank': t('call.withdrawBank'),
    'withdraw.cancel': t('call.withdrawCancel'),
    'convert.accept': t('call.convert'),
    'convert.acceptSmall': t('call.convertSmall'),
  };
}

/** What became of a money-moving call; only what is known is said. */
export function useCommandWords(): (state: CommandState, failed?: Refusal) => string {
  const { t } = useTranslation('funds');
  const { ofRefusal } = useRefusalWords();
  return (state, failed) => {
    if (state === 'sending') return t('command.sending');
    if (state === 'unknown') return t('command.unknown');
    if (state === 'settled') return t('command.settled');
    if (state === 'absent') return t('command.absent');
    return failed ? ofRefusal(failed) : t('command.refused');
  };
}
