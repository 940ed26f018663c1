import { FileText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useDocumentNames } from '../../i18n/content.ts';
import { look } from '../../ui/look.ts';
import { Menu, MenuRow } from '../../ui/MenuRow.tsx';
import { Article } from './Article.tsx';
import styles from './content.module.css';

/** What the product is, its documents, and which build this is. */
export default function AboutScreen() {
  const { t } = useTranslation('app');
  return (
    <Article
      of="documents"
      id="about"
      title={t('title.aboutUs')}
      up="/mine"
      upTitle={t('title.mine')}
      below={<Documents />}
    />
  );
}

function Documents() {
  const { t } = useTranslation(['content', 'settings']);
  const names = useDocumentNames();
  return (
    <section className={look('stack', styles['ask'])}>
      <h2 className={look('faint light')}>{t('documents')}</h2>
      <Menu>
        {names.map(({ code, name }) => (
          <MenuRow key={code} to={`/documentDetail/${code}`} title={name} Icon={FileText} />
        ))}
      </Menu>
      <p className={look('faint high2')}>{t('settings:version', { build: __BUILD_ID__ })}</p>
    </section>
  );
}
