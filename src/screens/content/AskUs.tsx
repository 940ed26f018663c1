import { MessageSquarePlus, MessagesSquare } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { MenuRow } from '../mine/MenuRow.tsx';
import mine from '../mine/mine.module.css';
import styles from './content.module.css';

/** For those who found no answer: the way to a person. */
export function AskUs() {
  const { t } = useTranslation(['content', 'app']);
  return (
    <section className={styles['ask']}>
      <h2>{t('help.more')}</h2>
      <ul className={mine['menu']}>
        <MenuRow to="/mine/addQuestion" title={t('app:title.addQuestion')} Icon={MessageSquarePlus} />
        <MenuRow to="/mine/questionRecord" title={t('app:title.questionRecord')} Icon={MessagesSquare} />
      </ul>
    </section>
  );
}
