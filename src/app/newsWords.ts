import { useTranslation } from 'react-i18next';
import type { AlertNews, NewsLine, TradeNews } from '../../workers/api.ts';
import { useSideNames } from '../i18n/orders.ts';
import {
  useEndNames,
  useGuardNames,
  useOriginNames,
  usePositionSides,
  useStepNames,
} from '../i18n/perpetual.ts';
import type { ToastTone } from '../state/toasts.ts';

/** News as it is told, and where more of it is to be seen. */
export interface ToldNews {
  readonly title: string;
  readonly text: string;
  readonly tone: ToastTone;
  readonly path: string;
}

/** Words for whatever happens to a person by itself. */
export function useNewsWords(): (line: NewsLine) => ToldNews {
  const { t } = useTranslation('shell');
  const ofTrade = useTradeWords();
  const ofAlert = ({ name, market, direction, price, reached, time }: AlertNews): ToldNews => ({
    title: t('news.alert', { name }),
    text:
      direction === 'above'
        ? t('news.above', { price, reached, time })
        : t('news.below', { price, reached, time }),
    tone: 'good',
    path: `/coinDetail/${market}`,
  });
  return (line) => {
    if (line.about === 'alert') return ofAlert(line);
    if (line.about === 'reply')
      return {
        title: t('news.reply'),
        text: t('news.replyText'),
        tone: 'good',
        path: '/mine/questionRecord',
      };
    return ofTrade(line);
  };
}

function useTradeWords(): (line: TradeNews) => ToldNews {
  const { t } = useTranslation('trade');
  const titles = useTitles();
  const sides = { ...usePositionSides(), ...useSideNames() };
  return ({ about, what, side, quantity, name, average }) => ({
    title: titles[what],
    text: t('done.average', { side: sides[side], quantity, name, price: average }),
    tone: toneOf(what),
    path: about === 'order' ? '/allRecord/all' : '/contractRecord/all',
  });
}

function useTitles(): Readonly<Record<TradeNews['what'], string>> {
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

function toneOf(what: TradeNews['what']): ToastTone {
  if (what === 'liquidated' || what === 'deleveraged') return 'bad';
  return what === 'reduced' ? 'part' : 'good';
}
