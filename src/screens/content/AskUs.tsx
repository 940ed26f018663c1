import { MessageSquarePlus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { TicketsRow } from '../../ui/account/TicketsRow.tsx';
import { look } from '../../ui/look.ts';
import { Menu, MenuRow } from '../../ui/MenuRow.tsx';
import styles from './content.module.css';

/** For those who found no answer: the way to support. */
export function AskUs({ title }: { readonly title: string }) {
  const { t } = useTranslation('app');
  return (
    <section className={look('stack', styles['ask'])}>
      <h2 className={look('faint light')}>{title}</h2>
      <Menu>
        <MenuRow to="/mine/addQuestion" title={t('title.addQuestion')} Icon={MessageSquarePlus} />
        <TicketsRow />
      </Menu>
    </section>
  );
}
