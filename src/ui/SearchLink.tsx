import { Search } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { languageTag } from '../../domain/index.ts';
import { settings } from '../state/settings.ts';
import { status } from '../state/status.ts';
import { look } from './look.ts';
import styles from './SearchLink.module.css';

/** A search box that leads to the search screen. */
export function SearchLink() {
  const { t } = useTranslation('market');
  const { markets } = useSnapshot(status);
  const { language } = useSnapshot(settings);
  const text =
    markets > 0
      ? t('search.among', { shown: markets.toLocaleString(languageTag(language)), count: markets })
      : t('search.title');
  return (
    <Link className={look('box flex middle dim shrinks grows', styles['box'])} to="/coinSearch" data-dense>
      <Search size={18} aria-hidden="true" />
      <span className={look('cut')}>{text}</span>
    </Link>
  );
}
