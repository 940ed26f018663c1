import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { markRead } from '../../state/notices.ts';
import { Article } from './Article.tsx';

/** One notice; opened, it counts as read. */
export default function NoticeScreen() {
  const { t } = useTranslation('app');
  const { id = '' } = useParams();
  useEffect(() => markRead([id]), [id]);
  return (
    <Article
      of="notices"
      id={id}
      title={t('title.announcementDetail')}
      up="/announcement"
      upTitle={t('title.announcement')}
    />
  );
}
