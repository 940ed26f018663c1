import { useTranslation } from 'react-i18next';
import type { AssetClass, Cycle, CycleDirection, CycleOutcome, ReceiptCheck } from '../../domain/index.ts';
import type { CycleAssetHead, CycleLine } from '../../workers/api.ts';

export function useClassNames(): Record<AssetClass, string> {
  const { t } = useTranslation('cycle');
  return { crypto: t('class.crypto'), commodity: t('class.commodity') };
}

/** Lengths of contracts. */
export function useLengthNames(): Record<Cycle, string> {
  const { t } = useTranslation('cycle');
  return {
    '30s': t('length.s30'),
    '60s': t('length.s60'),
    '2m': t('length.m2'),
    '5m': t('length.m5'),
    '10m': t('length.m10'),
    '30m': t('length.m30'),
    '1h': t('length.h1'),
    '1d': t('length.d1'),
  };
}

export function useDirectionNames(): Record<CycleDirection, string> {
  const { t } = useTranslation('cycle');
  return { up: t('direction.up'), down: t('direction.down') };
}

export function useOutcomeNames(): Record<CycleOutcome, string> {
  const { t } = useTranslation('cycle');
  return {
    win: t('outcome.win'),
    lose: t('outcome.lose'),
    tie: t('outcome.tie'),
    void: t('outcome.void'),
    sold: t('outcome.sold'),
  };
}

/** Whether an asset can be bought on. */
export function useAssetStatusNames(): Record<CycleAssetHead['status'], string> {
  const { t } = useTranslation('cycle');
  return {
    open: t('status.open'),
    closed: t('status.closed'),
    halted: t('status.halted'),
    stale: t('status.stale'),
  };
}

/** Why a stake came back; empty when it did not. */
export function useReasonWords(): (line: CycleLine) => string {
  const { t } = useTranslation('cycle');
  return ({ outcome, reason }) => {
    if (outcome === 'tie') return t('reason.tie');
    if (reason === 'noEntry') return t('reason.noEntry');
    return reason === 'noIndex' ? t('reason.noIndex') : '';
  };
}

/** What a proof looks at. */
export function useCheckNames(): Record<ReceiptCheck, string> {
  const { t } = useTranslation('cycle');
  return {
    form: t('proof.check.form'),
    terms: t('proof.check.terms'),
    rate: t('proof.check.rate'),
    chain: t('proof.check.chain'),
    entry: t('proof.check.entry'),
    window: t('proof.check.window'),
    sale: t('proof.check.sale'),
    outcome: t('proof.check.outcome'),
    payout: t('proof.check.payout'),
  };
}
