import { ChevronDown, ChevronUp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { moveFavourite, toggleFavourite } from '../../state/favourites.ts';
import { useFirstMarkets } from '../../state/firstMarkets.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { look } from '../../ui/look.ts';
import { Notice } from '../../ui/Notice.tsx';

/** An empty list proposes what most people follow. */
export function EmptyFavourites() {
  const { t } = useTranslation('market');
  const { proposed } = useFirstMarkets();
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
export function MissingFavourites({ ids }: { readonly ids: readonly string[] }) {
  const { t } = useTranslation('market');
  if (ids.length === 0) return null;
  const remove = () => {
    for (const id of ids) toggleFavourite(id);
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

/** Moves a favourite up or down in its list. */
export function MoveButtons({ id }: { readonly id: string }) {
  const { t } = useTranslation('market');
  return (
    <span className={look('flex rigid')}>
      <IconButton look="faint" label={t('favorites.up')} onClick={() => moveFavourite(id, -1)}>
        <ChevronUp size={18} aria-hidden="true" />
      </IconButton>
      <IconButton look="faint" label={t('favorites.down')} onClick={() => moveFavourite(id, 1)}>
        <ChevronDown size={18} aria-hidden="true" />
      </IconButton>
    </span>
  );
}
