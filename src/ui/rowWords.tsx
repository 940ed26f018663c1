import type { TFunction } from 'i18next';
import type { MarketKind } from '../../domain/index.ts';
import { FAVOURITES_MOST, isTrading } from '../../domain/index.ts';
import type { RowHead } from '../../workers/api.ts';

/** The words of all rows of a list: a whole list changes within a frame, and each look-up would cost a part of it. */
export interface RowWords {
  /** Of what is no spot market: it may share its pair's name with one. */
  readonly kinds: Record<Exclude<MarketKind, 'spot'>, string>;
  readonly mark: string;
  readonly funding: string;
  readonly closed: string;
  readonly paused: string;
  /** What its figures are, for a reader of the row aloud, which says no heads of columns. */
  readonly price: string;
  readonly change: string;
  readonly volume: string;
  /** Names the star of a market. */
  readonly star: (name: string) => string;
  readonly full: FullWords;
}

/** What a star says that has no room among the favourites. */
export interface FullWords {
  readonly title: string;
  readonly text: string;
}

export const fullWords = (t: TFunction<'market'>): FullWords => ({
  title: t('market:tabs.favorites'),
  text: t('market:favorites.full', { shown: FAVOURITES_MOST }),
});

/** Stands for a name that is put in later. */
const NAME = '\u0000';

export function rowWords(t: TFunction<'market'>): RowWords {
  const star = t('market:star', { name: NAME });
  return {
    kinds: { perpetual: t('market:kind.perp'), futures: t('market:tabs.futures') },
    mark: t('market:kind.mark'),
    funding: t('market:kind.funding'),
    closed: t('market:closed'),
    paused: t('market:paused'),
    price: t('market:column.price'),
    change: t('market:column.change'),
    volume: t('market:ranking.volume'),
    star: (name) => star.replace(NAME, () => name),
    full: fullWords(t),
  };
}

/**
 * What a row is read by, as ids of elements: its name, and each figure after the word for it, which stands once for all
 * rows.
 * @param ids what the ids of its list begin with. @param hasChange it shows its change.
 */
export const sentence = (ids: string, place: number, { status }: RowHead, hasChange: boolean): string => {
  const [row, word] = [`${ids}${place}`, `${ids}-`];
  const change = hasChange ? `${word}change ${row}change ` : '';
  const volume = isTrading(status) ? `${word}volume ` : '';
  return `${row}name ${row}kind ${word}price ${row}price ${change}${volume}${row}volume`;
};

interface SpokenWordsProps {
  /** Begins the ids of what a list's rows are read by. */
  readonly ids: string;
  readonly words: RowWords;
}

/** The words that rows are read with, as a reader finds them by their ids. */
export function SpokenWords({ ids, words }: SpokenWordsProps) {
  return (
    <div hidden>
      <span id={`${ids}-price`}>{words.price}</span>
      <span id={`${ids}-change`}>{words.change}</span>
      <span id={`${ids}-volume`}>{words.volume}</span>
    </div>
  );
}
