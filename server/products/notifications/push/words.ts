import type { NotificationRow } from '../../../../domain/contract/index.ts';
import type { Dec, Language, Market, NumberStyle, PushNotice } from '../../../../domain/index.ts';
import {
  amountText,
  D,
  DEFAULT_LANGUAGE,
  exactPercentText,
  languageTag,
  meanPriceOf,
  notificationPath,
  numberStyleOf,
  quantityText,
  SEALED_NOTICE,
  SETTLEMENT_ASSET,
  signedAmountText,
  tradePriceText,
} from '../../../../domain/index.ts';

interface Texts {
  readonly [key: string]: string | Texts;
}
/** Texts of a language, by file of `locales/`: the page's own texts of the same notices. */
export type NoticeWords = Readonly<
  Record<
    Language,
    Readonly<Record<'notifications' | 'shell' | 'trade' | 'perpetual' | 'cycle' | 'errors', Texts>>
  >
>;

type Row = NotificationRow;
type BodyOf<K extends Row['kind']> = Extract<Row, { kind: K }>['body'];
interface Words {
  readonly title: string;
  readonly text: string;
}
/** What words are made with. */
interface With {
  readonly t: (key: string, fields?: Readonly<Record<string, string>>) => string;
  readonly style: NumberStyle;
  readonly marketOf: (id: string) => Market | undefined;
}

/** More than any screen that is locked shows. */
const MOST_CHARACTERS = 300;

/** What a device shows where its user wants no words. */
export function sealedNotice(words: NoticeWords, language: Language, venueName: string): PushNotice {
  return { ...SEALED_NOTICE, title: venueName, text: textIn(words, language)('shell:news.open') };
}

/** A notification in its reader's language; undefined for kinds that are not pushed. */
export function noticeOf(
  row: Row,
  words: NoticeWords,
  markets: readonly Market[],
  language: Language,
): PushNotice | undefined {
  const found = wordsOf(row, {
    t: textIn(words, language),
    style: numberStyleOf(languageTag(language)),
    marketOf: (id) => markets.find((market) => market.id === id),
  });
  if (!found) return undefined;
  const { title, text } = found;
  const { kind, body } = row;
  return {
    id: `notification:${row.id}`,
    title: title.slice(0, MOST_CHARACTERS),
    text: text.slice(0, MOST_CHARACTERS),
    path: notificationPath({ kind, ...body }),
  };
}

/** `file:path.of.words`, filled in; the language's own, else the first one's. */
function textIn(words: NoticeWords, language: Language): With['t'] {
  const own = words[language] ?? words[DEFAULT_LANGUAGE];
  return (key, fields = {}) => {
    const [file = '', path = ''] = key.split(':');
    let at: string | Texts | undefined = own[file as keyof typeof own];
    for (const part of path.split('.')) at = typeof at === 'object' ? at[part] : undefined;
    return typeof at === 'string'
      ? at.replace(/\{\{(\w+)\}\}/g, (_, name: string) => fields[name] ?? '')
      : '';
  };
}

function wordsOf(row: Row, given: With): Words | undefined {
  const { t } = given;
  switch (row.kind) {
    case 'fill':
      return {
        title: t(row.body.isPartial ? 'notifications:fillPart' : 'notifications:fill'),
        text: tradedText(row.body, given),
      };
    case 'trigger':
      return triggerWords(row.body, given);
    case 'chase':
      return chaseWords(row.body, given);
    case 'liquidation':
    case 'reduction':
    case 'deleveraging':
      return { title: t(`notifications:forced.${row.kind}`), text: forcedText(row.body, given) };
    case 'margin':
      return marginWords(row.body, given);
    case 'cycle':
      return cycleWords(row.body, given);
    case 'absence':
      return { title: t('notifications:absence.title'), text: t(`notifications:absence.${row.body.action}`) };
    case 'identity': {
      const { level, result } = row.body;
      return { title: t(`notifications:identity.${result}`, { level: String(level) }), text: '' };
    }
    case 'reply':
      return { title: t('shell:news.reply'), text: row.body.title };
    case 'alert':
      return alertWords(row.body, given);
    default:
      return moneyWords(row, given);
  }
}

/** Money that came or left; undefined for what can wait. */
function moneyWords(row: Row, { t, style }: With): Words | undefined {
  switch (row.kind) {
    case 'deposit': {
      const { asset, amount, result, debt } = row.body;
      const owed = new D(debt).isZero()
        ? []
        : [t('notifications:debt', { debt: `${amountText(debt, style)} ${asset}` })];
      const text = [`${amountText(amount, style)} ${asset}`, ...owed].join(' · ');
      return { title: t(`notifications:deposit.${result}`), text };
    }
    case 'withdrawal': {
      const { asset, amount, result } = row.body;
      return {
        title: t(`notifications:withdrawal.${result}`),
        text: `${amountText(amount, style)} ${asset}`,
      };
    }
    default:
      return undefined;
  }
}

const netText = (net: Dec, style: NumberStyle): string =>
  `${signedAmountText(net, style)} ${SETTLEMENT_ASSET}`;

const sideText = (side: string, { t }: With): string =>
  t(side === 'buy' || side === 'sell' ? `trade:side.${side}` : `perpetual:side.${side}`);

function tradedText(
  body: { readonly market: string; readonly side: string; readonly quantity: Dec; readonly value: Dec },
  given: With,
): string {
  const market = given.marketOf(body.market);
  return given.t('trade:done.average', {
    side: sideText(body.side, given),
    quantity: quantityText(body.quantity, market?.lot ?? body.quantity, given.style),
    name: market?.name ?? body.market,
    price: tradePriceText(meanPriceOf(body), market, given.style),
  });
}

const TRIGGERS = { stop: 'stopLoss', profit: 'takeProfit', trail: 'trailing.name' } as const;

function triggerWords(body: BodyOf<'trigger'>, given: With): Words {
  const { t, style, marketOf } = given;
  const { product, trigger, result, market: id, side, price, net, reason } = body;
  const name = product === 'spot' ? t('notifications:stop') : t(`perpetual:${TRIGGERS[trigger]}`);
  const market = marketOf(id);
  const parts = [
    result === 'filled'
      ? tradedText(body, given)
      : `${sideText(side, given)} · ${market?.name ?? id} · ${tradePriceText(price, market, style)}`,
    ...(net === undefined ? [] : [t('notifications:pl', { net: netText(net, style) })]),
    ...(reason === undefined ? [] : [t(`errors:${reason}`)]),
  ];
  return {
    title: t(`notifications:trigger.${result}`, { name }),
    text: parts.filter((part) => part !== '').join(' · '),
  };
}

function chaseWords({ market: id, side, quantity, left, reason }: BodyOf<'chase'>, given: With): Words {
  const { t, style, marketOf } = given;
  const market = marketOf(id);
  return {
    title: t(new D(quantity).isZero() ? 'notifications:chase.none' : 'notifications:chase.part'),
    text: [
      sideText(side, given),
      market?.name ?? id,
      t('notifications:chase.left', { left: quantityText(left, market?.lot ?? left, style) }),
      t(`errors:${reason}`),
    ]
      .filter((part) => part !== '')
      .join(' · '),
  };
}

function forcedText(body: BodyOf<'liquidation'>, given: With): string {
  const { t, style } = given;
  return [
    tradedText(body, given),
    t('notifications:pl', { net: netText(body.net, style) }),
    t('notifications:left', { left: amountText(body.left, style) }),
    t('notifications:wallet', { wallet: `${amountText(body.wallet, style)} ${SETTLEMENT_ASSET}` }),
  ].join(' · ');
}

function marginWords({ ratio, market, side }: BodyOf<'margin'>, given: With): Words {
  const { t, style, marketOf } = given;
  const isOwn = market !== undefined && side !== undefined;
  return {
    title: t('notifications:margin.title', { ratio: exactPercentText(ratio, style) }),
    text: isOwn
      ? t('notifications:margin.isolated', {
          side: sideText(side, given),
          name: marketOf(market)?.name ?? market,
        })
      : t('notifications:margin.cross'),
  };
}

function cycleWords({ market, direction, cycle, outcome, net }: BodyOf<'cycle'>, given: With): Words {
  const { t, style, marketOf } = given;
  // 30s stands in the words as s30.
  const length = cycle.replace(/^(\d+)([a-z])$/, '$2$1');
  return {
    title: t('notifications:cycle', { outcome: t(`cycle:outcome.${outcome}`) }),
    text: [
      marketOf(market)?.name ?? market,
      t(`cycle:direction.${direction}`),
      t(`cycle:length.${length}`),
      netText(net, style),
    ].join(' · '),
  };
}

function alertWords({ market: id, direction, price, reached }: BodyOf<'alert'>, given: With): Words {
  const { t, style, marketOf } = given;
  const market = marketOf(id);
  return {
    title: t('shell:news.alert', { name: market?.name ?? id }),
    text: t(`shell:news.${direction}`, {
      price: tradePriceText(price, market, style),
      reached: tradePriceText(reached, market, style),
    }),
  };
}
