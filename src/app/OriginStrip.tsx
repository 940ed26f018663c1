import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { venueTitle } from '../../domain/index.ts';
import type { StatusFrame } from '../../workers/api.ts';
import { status } from '../state/status.ts';
import { look } from '../ui/look.ts';
import styles from './OriginStrip.module.css';

type Source = NonNullable<StatusFrame['source']>;

const STRIP = look('rigid warned mini mid', styles['strip']);
const AWAY = look('rigid bright mini mid failing', styles['strip']);

/** What prices are is labelled on every screen: made up, recorded, or which venue's, and whether it speaks. */
export function OriginStrip() {
  const { t } = useTranslation('app');
  const { origin, link, source, paused } = useSnapshot(status);
  const sourceText = useSourceText();
  const made = { simulated: t('origin.simulated'), recorded: t('origin.recorded'), live: undefined };
  const label = source ? sourceText(source) : origin && made[origin];
  const isOffline = link === 'offline';
  // Its room is kept from the start: nothing on the screen moves when the word comes.
  if (!isOffline && label === undefined) return <div className={styles['room']} />;
  return (
    <>
      {isOffline ? <Offline label={label} source={source} /> : null}
      {!isOffline && label !== undefined ? (
        <p className={source?.state === 'gone' ? AWAY : STRIP} role={isNews(source) ? 'status' : undefined}>
          {label}
        </p>
      ) : null}
      {paused === undefined ? null : (
        <p className={AWAY} role="status">
          {t('paused')} {paused}
        </p>
      )}
    </>
  );
}

const isNews = (source: Source | undefined): boolean => source !== undefined && source.state !== 'live';

interface OfflineProps {
  readonly label: string | undefined;
  readonly source: Source | undefined;
}

/** In the place of the label, which it repeats: a line more would move the screen under a finger. */
function Offline({ label, source }: OfflineProps) {
  const { t } = useTranslation('app');
  const sourceText = useSourceText();
  // A page that reads the venue itself has no other connection.
  const isVenue = source?.money === 'none';
  const words = [t('link.offline'), ...(label === undefined ? [] : [label])];
  return (
    <p className={AWAY} role="status">
      {isVenue ? sourceText({ ...source, state: 'gone' }) : words.join(' · ')}
    </p>
  );
}

/** What is said of a venue whose prices are shown. */
function useSourceText(): (source: Source) => string {
  const { t } = useTranslation('app');
  return ({ venue, wanted, state, money }) => {
    const names = { venue: venueTitle(venue), wanted: venueTitle(wanted) };
    const live = {
      play: t('source.play', names),
      real: t('source.real', names),
      none: t('source.none', names),
    };
    return {
      live: live[money],
      standIn: t('source.standIn', names),
      partial: t('source.partial', names),
      gone: t('source.gone', names),
    }[state];
  };
}
