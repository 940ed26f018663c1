import { useTranslation } from 'react-i18next';
import type { NotificationKind } from '../../domain/index.ts';
import { isRefusalCode, notificationPath } from '../../domain/index.ts';
import type { NotificationText } from '../../workers/api.ts';
import { useDirectionNames, useLengthNames, useOutcomeNames } from './cycle.ts';
import { useSideNames } from './orders.ts';
import { useGuardNames, usePositionSides } from './perpetual.ts';
import { useRefusalWords } from './refusals.ts';

/** A notification in words, and where more of it is to be seen. */
export interface NotificationWords {
  readonly title: string;
  readonly text: string;
  readonly tone: 'good' | 'part' | 'bad';
  readonly path: string;
}
type NoticeWords = Omit<NotificationWords, 'path'>;
type Of<K extends NotificationText['kind']> = Extract<NotificationText, { kind: K }>;
type Forced = Of<'liquidation' | 'reduction' | 'deleveraging'>;

/** Kinds of notifications, as a summary counts them. */
export function useNotificationKinds(): Record<NotificationKind, string> {
  const { t } = useTranslation('notifications');
  return {
    fill: t('kind.fill'),
    trigger: t('kind.trigger'),
    chase: t('kind.chase'),
    liquidation: t('kind.liquidation'),
    reduction: t('kind.reduction'),
    deleveraging: t('kind.deleveraging'),
    margin: t('kind.margin'),
    absence: t('kind.absence'),
    deposit: t('kind.deposit'),
    withdrawal: t('kind.withdrawal'),
    cycle: t('kind.cycle'),
    interest: t('kind.interest'),
    storage: t('kind.storage'),
    reward: t('kind.reward'),
    reply: t('kind.reply'),
    identity: t('kind.identity'),
    alert: t('kind.alert'),
  };
}

/** Words for whatever happens to a user by itself. */
export function useNotificationWords(): (about: NotificationText) => NotificationWords {
  const wordsOf = useWordsOf();
  return (about) => ({ ...wordsOf(about), path: notificationPath(about) });
}

function useWordsOf(): (about: NotificationText) => NoticeWords {
  const trade = useTradeWords();
  const money = useMoneyWords();
  const account = useAccountWords();
  return (about) => {
    switch (about.kind) {
      case 'fill':
      case 'trigger':
      case 'chase':
      case 'liquidation':
      case 'reduction':
      case 'deleveraging':
      case 'margin':
      case 'absence':
        return trade(about);
      case 'reply':
      case 'identity':
      case 'alert':
        return account(about);
      default:
        return money(about);
    }
  };
}

function useTradeWords(): (
  about: Of<'fill' | 'trigger' | 'chase' | 'margin' | 'absence'> | Forced,
) => NoticeWords {
  const { t } = useTranslation(['notifications', 'trade']);
  const sides = { ...usePositionSides(), ...useSideNames() };
  const trigger = useTriggerWords();
  const chase = useChaseWords();
  const traded = ({ side, quantity, name, average }: Of<'fill'> | Forced): string =>
    t('trade:done.average', { side: sides[side], quantity, name, price: average });
  return (about) => {
    if (about.kind === 'absence')
      return {
        title: t('absence.title'),
        text: about.action === 'cancelAll' ? t('absence.cancelAll') : t('absence.reduceOnly'),
        tone: 'part',
      };
    if (about.kind === 'margin') {
      const { ratio, side, name } = about;
      const own = side !== undefined && name !== undefined;
      return {
        title: t('margin.title', { ratio }),
        text: own ? t('margin.isolated', { side: sides[side], name }) : t('margin.cross'),
        tone: 'bad',
      };
    }
    if (about.kind === 'trigger') return trigger(about);
    if (about.kind === 'chase') return chase(about);
    if (about.kind === 'fill')
      return {
        title: about.isPartial ? t('fillPart') : t('fill'),
        text: traded(about),
        tone: about.isPartial ? 'part' : 'good',
      };
    const titles = {
      liquidation: t('forced.liquidation'),
      reduction: t('forced.reduction'),
      deleveraging: t('forced.deleveraging'),
    };
    const parts = [
      traded(about),
      t('pl', { net: about.net.text }),
      t('left', { left: about.left }),
      t('wallet', { wallet: about.wallet }),
    ];
    return { title: titles[about.kind], text: parts.join(' · '), tone: 'bad' };
  };
}

function useTriggerWords(): (about: Of<'trigger'>) => NoticeWords {
  const { t } = useTranslation(['notifications', 'trade']);
  const sides = useSideNames();
  const guards = useGuardNames();
  const { ofCode } = useRefusalWords();
  return ({ product, side, name, quantity, average, price, trigger, result, net, reason }) => {
    const what = product === 'spot' ? t('stop') : guards[trigger];
    const titles = {
      filled: t('trigger.filled', { name: what }),
      placed: t('trigger.placed', { name: what }),
      stalled: t('trigger.stalled', { name: what }),
      failed: t('trigger.failed', { name: what }),
    };
    const isFilled = result === 'filled';
    const parts = [
      isFilled
        ? t('trade:done.average', { side: sides[side], quantity, name, price: average })
        : `${sides[side]} · ${name} · ${price}`,
      ...(net ? [t('pl', { net: net.text })] : []),
      ...(isRefusalCode(reason) ? [ofCode(reason) ?? ''] : []),
    ];
    return {
      title: titles[result],
      text: parts.join(' · '),
      tone: isFilled ? 'good' : result === 'failed' ? 'bad' : 'part',
    };
  };
}

function useChaseWords(): (about: Of<'chase'>) => NoticeWords {
  const { t } = useTranslation('notifications');
  const sides = useSideNames();
  const { ofCode } = useRefusalWords();
  return ({ side, name, left, isPartial, reason }) => ({
    title: isPartial ? t('chase.part') : t('chase.none'),
    text: [
      `${sides[side]} · ${name}`,
      t('chase.left', { left }),
      ...(isRefusalCode(reason) ? [ofCode(reason) ?? ''] : []),
    ].join(' · '),
    tone: 'bad',
  });
}

function useMoneyWords(): (
  about: Of<'deposit' | 'withdrawal' | 'cycle' | 'interest' | 'storage' | 'reward'>,
) => NoticeWords {
  const { t } = useTranslation('notifications');
  const deposit = useDepositWords();
  const cycle = useCycleWords();
  return (about) => {
    switch (about.kind) {
      case 'deposit':
        return deposit(about);
      case 'cycle':
        return cycle(about);
      case 'withdrawal': {
        const titles = {
          confirmed: t('withdrawal.confirmed'),
          rejected: t('withdrawal.rejected'),
          failed: t('withdrawal.failed'),
        };
        const tone = about.result === 'confirmed' ? 'good' : 'bad';
        return { title: titles[about.result], text: about.amount, tone };
      }
      case 'storage': {
        const { amount, earned, isRenewed, reason } = about;
        const text =
          reason === undefined
            ? t('storage.text', { amount, earned })
            : t('storage.notRenewed', { amount, earned });
        const title = isRenewed ? t('storage.renewed') : t('storage.ended');
        return { title, text, tone: reason === undefined ? 'good' : 'part' };
      }
      case 'interest':
        return { title: t('interest'), text: about.amounts.join(' · '), tone: 'good' };
      case 'reward':
        return { title: t('reward'), text: about.amounts.join(' · '), tone: 'good' };
    }
  };
}

function useDepositWords(): (about: Of<'deposit'>) => NoticeWords {
  const { t } = useTranslation('notifications');
  return ({ amount, result, debt }) => {
    const titles = {
      credited: t('deposit.credited'),
      unlocked: t('deposit.unlocked'),
      reversed: t('deposit.reversed'),
      small: t('deposit.small'),
      rejected: t('deposit.rejected'),
    };
    return {
      title: titles[result],
      text: debt === undefined ? amount : `${amount} · ${t('debt', { debt })}`,
      tone: result === 'credited' || result === 'unlocked' ? 'good' : 'bad',
    };
  };
}

const TONES = { win: 'good', lose: 'bad', tie: 'part', void: 'part' } as const;

function useCycleWords(): (about: Of<'cycle'>) => NoticeWords {
  const { t } = useTranslation('notifications');
  const [outcomes, directions, lengths] = [useOutcomeNames(), useDirectionNames(), useLengthNames()];
  return ({ name, direction, cycle, outcome, net }) => ({
    title: t('cycle', { outcome: outcomes[outcome] }),
    text: `${name} · ${directions[direction]} · ${lengths[cycle]} · ${net.text}`,
    tone: outcome === 'sold' ? (net.direction < 0 ? 'part' : 'good') : TONES[outcome],
  });
}

function useAccountWords(): (about: Of<'reply' | 'identity' | 'alert'>) => NoticeWords {
  const { t } = useTranslation(['notifications', 'shell']);
  return (about) => {
    if (about.kind === 'reply')
      return {
        title: t('shell:news.reply'),
        text: about.title,
        tone: 'good',
      };
    if (about.kind === 'identity') {
      const { level, result } = about;
      const isGood = result === 'approved';
      const title = isGood ? t('identity.approved', { level }) : t('identity.rejected', { level });
      return { title, text: '', tone: isGood ? 'good' : 'bad' };
    }
    const { name, direction, price, reached } = about;
    const text =
      direction === 'above'
        ? t('shell:news.above', { price, reached })
        : t('shell:news.below', { price, reached });
    return { title: t('shell:news.alert', { name }), text, tone: 'good' };
  };
}
