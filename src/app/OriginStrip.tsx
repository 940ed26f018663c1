import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import type { StatusFrame } from '../../workers/api.ts';
import { status } from '../state/status.ts';
import styles from './OriginStrip.module.css';

type Source = NonNullable<StatusFrame['source']>;

const VENUES: Readonly<Record<string, string>> = {
  binance: 'Binance',
  okx: 'OKX',
  hyperliquid: 'Hyperliquid',
};

/** What prices are is labelled on every screen: made up, recorded, or which venue's, and whether it speaks. */
export function OriginStrip() {
  const { t } = useTranslation('app');
  const { origin, link, source, paused } = useSnapshot(status);
  // Its room is kept from the start: nothing on the screen moves when the word comes.
  if (link !== 'offline' && !origin && !source) return <div className={styles['room']} />;
  return (
    <>
      {origin === 'simulated' ? <p className={styles['strip']}>{t('origin.simulated')}</p> : null}
      {origin === 'recorded' ? <p className={styles['strip']}>{t('origin.recorded')}</p> : null}
      {source && link !== 'offline' ? <SourceStrip source={source} /> : null}
      {paused === undefined ? null : (
        <p className={styles['offline']} role="status">
          {t('paused')} {paused}
        </p>
      )}
      {source?.money === 'none' && link === 'offline' ? (
        <SourceStrip source={{ ...source, state: 'gone' }} />
      ) : link === 'offline' ? (
        <p className={styles['offline']} role="status">
          {t('link.offline')}
        </p>
      ) : null}
    </>
  );
}

function SourceStrip({ source: { venue, wanted, state, money } }: { readonly source: Source }) {
  const { t } = useTranslation('app');
  const names = { venue: VENUES[venue] ?? venue, wanted: VENUES[wanted] ?? wanted };
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
    <p
      className={styles[state === 'gone' ? 'offline' : 'strip']}
      role={state === 'live' ? undefined : 'status'}
    >
      {texts[state]}
    </p>
  );
}
