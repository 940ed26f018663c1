import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CycleLine } from '../../../workers/api.ts';
import { changeSettings, settings } from '../../state/settings.ts';
import { signal } from '../../state/signals.ts';
import { useSender } from '../../state/useSender.ts';
import { Button } from '../../ui/Button.tsx';
import { Amount } from '../../ui/LiveAmount.tsx';
import { useRefusalToast } from '../../ui/useRefusalToast.ts';
import styles from './SellButton.module.css';
import { SellSheet } from './SellSheet.tsx';

/**
 * Sells a running contract back: for what at this moment, and at least for what. It stands there as long as the contract
 * runs, so that nothing moves under a finger.
 */
export function SellButton({ line }: { readonly line: CycleLine }) {
  const { t } = useTranslation('cycle');
  const { state, isRequested, tap, sell, cancel } = useSell(line);
  const { sale } = line;
  if (!sale) return null;
  const isBusy = state === 'sending';
  return (
    <>
      <Button
        isWide
        className={styles['sell']}
        data-sell={line.id}
        isBusy={isBusy}
        isOff={state !== 'idle' || sale.order === undefined}
        onClick={tap}
      >
        <span>
          {isBusy ? t('sell.selling') : t('sell.button')} <Amount text={sale.price} />
        </span>
        <small>
          {t('sell.least')} <Amount text={sale.least} />
        </small>
      </Button>
      {isRequested ? <SellSheet line={line} sale={sale} onConfirm={sell} onCancel={cancel} /> : null}
    </>
  );
}

/** Sells at what stands on the button, one contract at a time; the first is shown with its terms before. */
function useSell({ id, sale }: CycleLine) {
  const { t } = useTranslation('cycle');
  const toastRefusal = useRefusalToast();
  const { state, send } = useSender('cycle.sell', `${id}`);
  const [isRequested, setRequested] = useState(false);
  const sell = async () => {
    setRequested(false);
    if (!sale?.order) return;
    changeSettings({ hasConfirmedSale: true });
    const result = await send(sale.order);
    if (result?.state === 'settled') signal('good');
    if (result?.state === 'refused') toastRefusal(`cycle:unsold:${id}`, t('sell.refused'), result.error);
  };
  return {
    state,
    isRequested,
    sell: () => void sell(),
    cancel: () => setRequested(false),
    tap: () => {
      if (state !== 'idle' || !sale?.order) return;
      if (mustConfirm()) setRequested(true);
      else void sell();
    },
  };
}

const mustConfirm = (): boolean =>
  settings.confirmCycles === 'always' || (settings.confirmCycles === 'first' && !settings.hasConfirmedSale);
