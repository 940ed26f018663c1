import { MessageSquarePlus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { MenuRow } from '../mine/MenuRow.tsx';
import mine from '../mine/mine.module.css';
import { TicketsRow } from '../support/TicketsRow.tsx';
import styles from './content.module.css';

/** For those who found no answer: the way to a person. */
export function AskUs({ title }: { readonly title: string }) {
  const { t } = useTranslation('app');
  return (
    <section className={styles['ask']}>
      <h2>{title}</h2>
      <ul className={mine['menu']}>
        <MenuRow to="/mine/addQuestion" title={t('title.addQuestion')} Icon={MessageSquarePlus} />
        <TicketsRow />
      </ul>
    </section>
  );
}
