import { useTranslation } from 'react-i18next';
import type { CycleLine } from '../../../workers/api.ts';
import { useDirectionNames, useOutcomeNames } from '../../i18n/cycle.ts';
import { Amount } from '../../ui/LiveAmount.tsx';
import styles from './RunningStrip.module.css';

const ARROW = { up: '▲', down: '▼' } as const;

interface RunningStripProps {
  /** Those that have just ended before those that run. */
  readonly lines: readonly CycleLine[];
  /** One was tapped. */
  readonly onPick: (id: number) => void;
}

/** What runs, in one line below the chart: what has just been bought is seen without scrolling. */
export function RunningStrip({ lines, onPick }: RunningStripProps) {
  const { t } = useTranslation('cycle');
  if (lines.length === 0) return null;
  return (
    <ul className={styles['strip']} aria-label={t('contracts')}>
      {lines.map((line) => (
        <Pill key={line.id} line={line} onPick={onPick} />
      ))}
    </ul>
  );
}

interface PillProps extends Pick<RunningStripProps, 'onPick'> {
  readonly line: CycleLine;
}

function Pill({ line, onPick }: PillProps) {
  const directions = useDirectionNames();
  const outcomes = useOutcomeNames();
  const { id, direction, outcome, countdown, profit, profitDirection, name } = line;
  return (
    <li>
      <button type="button" data-pill={id} data-outcome={outcome} onClick={() => onPick(id)}>
        <span className="visually-hidden">{`${name} ${directions[direction]}`}</span>
        <b data-direction={direction} aria-hidden="true">
          {ARROW[direction]}
        </b>
        <b>{outcome === null ? countdown : outcomes[outcome]}</b>
        <Amount text={profit} direction={profitDirection} />
      </button>
    </li>
  );
}
