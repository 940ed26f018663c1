import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { Article } from './Article.tsx';
import { AskUs } from './AskUs.tsx';

/** One help article. */
export default function HelpArticleScreen() {
  const { t } = useTranslation(['app', 'content']);
  const { slug = '' } = useParams();
  return (
    <Article
      of="help"
      id={slug}
      title={t('title.helpCenter')}
      up="/mine/helpCenter"
      upTitle={t('title.helpCenter')}
      below={<AskUs title={t('content:help.more')} />}
    />
  );
}
