import { Megaphone } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import type { BannersFrame, BannersView, NoticesFrame, NoticesView } from '../../../workers/api.ts';
import { notices } from '../../state/notices.ts';
import { useContent } from '../../state/useContent.ts';
import { look } from '../../ui/look.ts';
import styles from './News.module.css';

const NOTICES: NoticesView = { kind: 'notices', turn: 0 };
const BANNERS: BannersView = { kind: 'banners', turn: 0 };

/** What the exchange has to say, below what users came for. */
export default function News() {
  return (
    <>
      <Newest />
      <Offered />
    </>
  );
}

/** The newest notice in a line; without any notice there is none. */
function Newest() {
  const [frame] = useContent(NOTICES);
  const lines = frame?.lines;
  if (lines?.length === 0 || (frame?.failed && !lines)) return null;
  return (
    <div className={look('flex middle gap3', styles['notices'])} data-exact>
      {lines ? <Strip lines={lines} /> : null}
    </div>
  );
}

/** What was not read comes before what was. */
function Strip({ lines }: { readonly lines: NonNullable<NoticesFrame['lines']> }) {
  const { t } = useTranslation(['content', 'app']);
  const { read } = useSnapshot(notices);
  const unread = lines.filter(({ id }) => !read.includes(id));
  const [shown = lines[0]] = unread;
  if (!shown) return null;
  return (
    <>
      <Link
        className={look('row quiet shrinks grows', styles['newest'])}
        to={`/announcementDetail/${shown.id}`}
      >
        <Megaphone className={look('accent')} size={16} aria-hidden="true" />
        <span className={look('cut')}>{shown.title}</span>
      </Link>
      <Link className={look('faint flex middle rigid', styles['more'])} to="/announcement">
        {unread.length > 0 ? (
          <i className={look('centred mini strong')}>
            {unread.length}
            <span className="visually-hidden"> {t('notices.unread')}</span>
          </i>
        ) : null}
        <em>{t('app:title.announcement')}</em>
      </Link>
    </>
  );
}

/** What the exchange shows large, in a row to swipe through. */
function Offered() {
  const { t } = useTranslation('content');
  const [frame] = useContent(BANNERS);
  const banners = frame?.banners;
  if (banners?.length === 0 || (frame?.failed && !banners)) return null;
  return (
    <nav className={look('flex gap2', styles['banners'])} aria-label={t('banners')} data-exact>
      {banners?.map((banner) => (
        <Banner key={banner.id} banner={banner} />
      ))}
    </nav>
  );
}

function Banner({ banner }: { readonly banner: NonNullable<BannersFrame['banners']>[number] }) {
  const { title, text, to, href, picture } = banner;
  const content = (
    <>
      <span>
        <b>{title}</b>
        <small>{text}</small>
      </span>
      {picture ? <img src={picture} alt="" width={48} height={48} loading="lazy" decoding="async" /> : null}
    </>
  );
  if (to !== undefined) return <Link to={to}>{content}</Link>;
  return (
    <a href={href} target="_blank" rel="noreferrer noopener">
      {content}
    </a>
  );
}
