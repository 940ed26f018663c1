import { ChevronDown, ChevronUp, ListPlus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { favourites, moveFavourite, toggleFavourite } from '../../state/favourites.ts';
import { useFirstMarkets } from '../../state/firstMarkets.ts';
import { moveInWatchList, toggleInWatchList, watchLists } from '../../state/watchLists.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { look } from '../../ui/look.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { Lists } from '../../ui/watch/Lists.tsx';

/** The favourites, or a list beside them: what it holds and how that is changed. */
export interface Watched {
  /** Absent: the favourites. */
  readonly list: string | undefined;
  readonly ids: readonly string[];
}

/** The list of that id; the favourites for none, and for one that there is no longer. */
export function useWatched(id: string | null): Watched {
  const { all } = useSnapshot(watchLists);
  const { ids } = useSnapshot(favourites);
  const list = all.find((each) => each.id === id);
  return list ? { list: list.id, ids: list.ids } : { list: undefined, ids };
}

interface ListChipsProps {
  readonly list: string | undefined;
  readonly onList: (id: string) => void;
}

const FAVOURITES = 'favorites';

/** The favourites and the lists beside them, as soon as there are some, and the way to change what there is. */
export function ListChips({ list, onList }: ListChipsProps) {
  const { t } = useTranslation('market');
  const { all } = useSnapshot(watchLists);
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={look('row spread inset')}>
      {all.length > 0 ? (
        <Tabs
          look="chips"
          isOneLine
          label={t('favorites.lists')}
          selected={list ?? FAVOURITES}
          onSelect={(id) => onList(id === FAVOURITES ? '' : id)}
          tabs={[
            { id: FAVOURITES, text: t('tabs.favorites') },
            ...all.map(({ id, name }) => ({ id, text: name })),
          ]}
        />
      ) : null}
      <IconButton
        look="faint"
        label={t('favorites.lists')}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <ListPlus size={20} aria-hidden="true" />
      </IconButton>
      <Lists open={isOpen ? 'all' : undefined} onClose={() => setOpen(false)} />
    </div>
  );
}

/** An empty list says how markets come into it; without favourites those are proposed that most users follow. */
export function EmptyFavourites({ list }: { readonly list: string | undefined }) {
  const { t } = useTranslation('market');
  const { proposed } = useFirstMarkets();
  if (list !== undefined) {
    return <Notice title={t('favorites.emptyList')} text={t('favorites.emptyListHint')} />;
  }
  const add = () => {
    for (const id of proposed) toggleFavourite(id);
  };
  return (
    <Notice title={t('favorites.empty')} text={t('favorites.hint')}>
      <Button onClick={add}>{t('favorites.propose')}</Button>
    </Notice>
  );
}

/** Favourites that no list of markets has: another source's, or no longer traded. */
export function MissingFavourites({ list, ids }: Watched) {
  const { t } = useTranslation('market');
  if (ids.length === 0) return null;
  const remove = () => {
    for (const id of ids) {
      if (list === undefined) toggleFavourite(id);
      else toggleInWatchList(list, id);
    }
  };
  return (
    <p className={look('quiet pad breaks')}>
      {t('favorites.missing', { names: ids.join(', ') })}{' '}
      <Button look="link" onClick={remove}>
        {t('favorites.remove')}
      </Button>
    </p>
  );
}

interface MoveButtonsProps {
  readonly id: string;
  readonly list: string | undefined;
}

/** Moves a market up or down in its list. */
export function MoveButtons({ id, list }: MoveButtonsProps) {
  const { t } = useTranslation('market');
  const move = (by: number) => (list === undefined ? moveFavourite(id, by) : moveInWatchList(list, id, by));
  return (
    <span className={look('flex rigid')}>
      <IconButton look="faint" label={t('favorites.up')} onClick={() => move(-1)}>
        <ChevronUp size={18} aria-hidden="true" />
      </IconButton>
      <IconButton look="faint" label={t('favorites.down')} onClick={() => move(1)}>
        <ChevronDown size={18} aria-hidden="true" />
      </IconButton>
    </span>
  );
}
