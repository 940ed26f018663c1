import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { FuturesNews } from '../../../workers/api.ts';
import {
  useEndNames,
  useGuardNames,
  useOriginNames,
  usePositionSides,
  useStepNames,
} from '../../i18n/perpetual.ts';
import type { ToastTone } from '../../state/toasts.ts';
import { tellToast } from '../../state/toasts.ts';
import { useOrderNames } from '../trade/useOrderNames.ts';

/** What this page has told already, on whichever screen. */
const told = new Set<string>();

/** Tells what happens to positions and orders without a tap: liquidations first of all. */
export function useFuturesNews(news: readonly FuturesNews[]): void {
  const { t } = useTranslation('trade');
  const titles = useTitles();
  const sides = { ...usePositionSides(), ...useOrderNames().sides };
  useEffect(() => {
    for (const { id, what, side, quantity, name, average } of news) {
      if (told.has(id)) continue;
      told.add(id);
      const text = t('done.average', { side: sides[side], quantity, name, price: average });
      tellToast({ id: `futures:${id}`, tone: toneOf(what), title: titles[what], text });
    }
  });
}

function useTitles(): Readonly<Record<FuturesNews['what'], string>> {
  const { t } = useTranslation('trade');
  const { liquidated, deleveraged } = useEndNames();
  const { reduce } = useStepNames();
  const { liquidation } = useOriginNames();
  const { profit, stop } = useGuardNames();
  const filled = t('done.filled');
  return {
    liquidated,
    deleveraged,
    reduced: `${reduce} · ${liquidation}`,
    filled,
    profit: `${profit} · ${filled}`,
    stop: `${stop} · ${filled}`,
  };
}

function toneOf(what: FuturesNews['what']): ToastTone {
  if (what === 'liquidated' || what === 'deleveraged') return 'bad';
  return what === 'reduced' ? 'part' : 'good';
}
