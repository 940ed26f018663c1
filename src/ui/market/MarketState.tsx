import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import type { MarketStatus } from '../../../domain/index.ts';
import { statusRefusal } from '../../../domain/index.ts';
import type { MarketHead } from '../../../workers/api.ts';
import { useRefusalWords } from '../../i18n/refusals.ts';
import { status as shell } from '../../state/status.ts';
import { look } from '../look.ts';
import styles from './MarketState.module.css';

/** What is not open says so beside its price. */
export function MarketState({ status = 'open' }: { readonly status: MarketStatus | undefined }) {
  const { t } = useTranslation('detail');
  if (status === 'open') return null;
  const words = {
    closed: t('closed'),
    reduceOnly: t('state.reduceOnly'),
    cancelOnly: t('state.paused'),
    halted: t('state.paused'),
  };
  return <span className={look('warning mini whole')}>{words[status]}</span>;
}

/** Why a market takes no orders, or only such as close a position; its hours are said elsewhere. */
export function MarketNotice({ market }: { readonly market: MarketHead | undefined }) {
  const { ofCode } = useRefusalWords();
  const { paused } = useSnapshot(shell);
  const refusal = market && statusRefusal(market.status, false);
  if (!refusal || refusal === 'marketClosed' || paused !== undefined) return null;
  return (
    <p className={look('warned small rigid', styles['notice'])} role="status">
      {ofCode(refusal)} {market.notice}
    </p>
  );
}
