import { ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import type { ListModel } from '../../state/listModel.ts';
import { readText, storageKeys } from '../../state/storage.ts';
import { StaleMark } from '../../ui/StaleMark.tsx';
import styles from './Welcome.module.css';

/** A market that was looked at last, in the id's own alphabet. */
function lastMarket(): string | undefined {
  const id = readText(storageKeys.lastMarket);
  return id !== null && /^[A-Za-z0-9-]{1,40}$/.test(id) ? id : undefined;
}

/** What the product is for somebody who is new, and the way back for somebody who is not. */
export function Welcome({ model }: { readonly model: ListModel }) {
  const { t } = useTranslation('market');
  const { freshness } = useSnapshot(model.state);
  const last = lastMarket();
  return (
    <section className={styles['welcome']}>
      <div className={styles['head']}>
        <h2>{t('welcome.title')}</h2>
        <StaleMark freshness={freshness} />
      </div>
      <p>{t('welcome.text')}</p>
      {last ? (
        <Link className={styles['resume']} to={`/coinDetail/${last}`}>
          <span>{t('resume')}</span>
          <b>{last.replace('-', '/').replace('-PERP', '')}</b>
          <ChevronRight size={18} aria-hidden="true" />
        </Link>
      ) : null}
    </section>
  );
}
