import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { Article } from './Article.tsx';

/** A document by its code: agreement, privacy, risk, fees. */
export default function DocumentScreen() {
  const { t } = useTranslation('app');
  const { type = '' } = useParams();
  return (
    <Article
      of="documents"
      id={type}
      title={t('title.documentDetail')}
      up="/aboutUs"
      upTitle={t('title.aboutUs')}
    />
  );
}
