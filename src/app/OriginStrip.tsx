import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { venueTitle } from '../../domain/index.ts';
import type { StatusFrame } from '../../workers/api.ts';
import { status } from '../state/status.ts';
import { look } from '../ui/look.ts';
import styles from './OriginStrip.module.css';

type Source = NonNullable<StatusFrame['source']>;

const STRIP = look('rigid warned mini mid', styles['strip']);
const OFFLINE = look('rigid bright small mid', styles['offline']);

/** What prices are is labelled on every screen: made up, recorded, or which venue's, and whether it speaks. */
export function OriginStrip() {
  const { t } = useTranslation('app');
  const { origin, link, source, paused } = useSnapshot(status);
  // Its room is kept from the start: nothing on the screen moves when the word comes.
  if (link !== 'offline' && !origin && !source) return <div className={styles['room']} />;
  return (
    <>
      {origin === 'simulated' ? <p className={STRIP}>{t('origin.simulated')}</p> : null}
      {origin === 'recorded' ? <p className={STRIP}>{t('origin.recorded')}</p> : null}
      {source && link !== 'offline' ? <SourceStrip source={source} /> : null}
      {paused === undefined ? null : (
        <p className={OFFLINE} role="status">
          {t('paused')} {paused}
        </p>
      )}
      {source?.money === 'none' && link === 'offline' ? (
        <SourceStrip source={{ ...source, state: 'gone' }} />
      ) : link === 'offline' ? (
        <p className={OFFLINE} role="status">
          {t('link.offline')}
        </p>
      ) : null}
    </>
  );
}

function SourceStrip({ source: { venue, wanted, state, money } }: { readonly source: Source }) {
  const { t } = useTranslation('app');
  const names = { venue: venueTitle(venue), wanted: venueTitle(wanted) };
  const live = {
    play: t('source.play', names),
    real: t('source.real', names),
    none: t('source.none', names),
  };
  const texts = {
    live: live[money],
    standIn: t('source.standIn', names),
    partial: t('source.partial', names),
    gone: t('source.gone', names),
  };
  return (
    <p className={state === 'gone' ? OFFLINE : STRIP} role={state === 'live' ? undefined : 'status'}>
      {texts[state]}
    </p>
  );
}
