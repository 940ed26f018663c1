import { useTranslation } from 'react-i18next';
import type { ChartInterval } from '../../../domain/index.ts';
import { Tabs } from '../Tabs.tsx';
import styles from './Intervals.module.css';

interface IntervalsProps {
  readonly interval: ChartInterval;
  readonly showsAverages: boolean;
  readonly onInterval: (interval: ChartInterval) => void;
  readonly onAverages: (shows: boolean) => void;
}

/** The nine intervals and the averages' switch. */
export function Intervals({ interval, showsAverages, onInterval, onAverages }: IntervalsProps) {
  const { t } = useTranslation('detail');
  return (
    <div className={styles['bar']}>
      <Tabs
        look="chips"
        label={t('intervals')}
        selected={interval}
        onSelect={onInterval}
        tabs={[
          { id: 'line', text: t('interval.line') },
          { id: '1m', text: t('interval.1m') },
          { id: '5m', text: t('interval.5m') },
          { id: '15m', text: t('interval.15m') },
          { id: '30m', text: t('interval.30m') },
          { id: '1h', text: t('interval.1h') },
          { id: '2h', text: t('interval.2h') },
          { id: '1d', text: t('interval.1d') },
          { id: '1w', text: t('interval.1w') },
        ]}
      />
      <button type="button" aria-pressed={showsAverages} onClick={() => onAverages(!showsAverages)}>
        {t('averages')}
      </button>
    </div>
  );
}
