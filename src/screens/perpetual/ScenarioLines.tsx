import { useTranslation } from 'react-i18next';
import type { ScenarioLine } from '../../../workers/api.ts';
import { useGuardNames, useMarginModes, usePositionSides } from '../../i18n/perpetual.ts';
import { Chip } from '../../ui/Chip.tsx';
import { Amount } from '../../ui/LiveAmount.tsx';
import { look } from '../../ui/look.ts';
import { Press } from '../../ui/Press.tsx';
import { usePercent } from '../../ui/usePercent.ts';
import styles from './Scenario.module.css';

interface ScenarioLinesProps {
  readonly lines: readonly ScenarioLine[];
  /** The way that is looked at. */
  readonly isRise: boolean;
  /** All markets move as on a recorded day. */
  readonly isDay: boolean;
  readonly chosen: string | undefined;
  readonly onChoose: (market: string) => void;
}

/** Positions in the order in which they would go; one of them can be looked at closer. */
export function ScenarioLines({ lines, isRise, isDay, chosen, onChoose }: ScenarioLinesProps) {
  const { t } = useTranslation('perpetual');
  return (
    <section>
      <header className={look('tiny flex spread gap2 under')}>
        <h3 className={look('tiny light')}>{t('scenario.order')}</h3>
        <small className={look('tiny')}>{t('scenario.profit')}</small>
      </header>
      <ol>
        {lines.map((line, i) => (
          <li className={styles['outcome']} key={line.market} data-outcome={line.outcome}>
            <Press
              className={look('grid middle left wide under', styles['line'])}
              isChosen={line.market === chosen}
              onClick={() => onChoose(line.market)}
            >
              <Position line={line} place={i + 1} isRise={isRise} isDay={isDay} />
            </Press>
          </li>
        ))}
      </ol>
    </section>
  );
}

interface PositionProps extends Pick<ScenarioLinesProps, 'isRise' | 'isDay'> {
  readonly line: ScenarioLine;
  readonly place: number;
}

function Position({ line, place, isRise, isDay }: PositionProps) {
  const sides = usePositionSides();
  const modes = useMarginModes();
  const words = useOutcome();
  const { base, side, mode, leverage, profit, direction } = line;
  return (
    <>
      <i className={look('centred mini ground2 circle')}>{place}</i>
      <span>
        <b>{base}</b> <Chip tone={side === 'long' ? 'up' : 'down'}>{sides[side]}</Chip>{' '}
        <small className={look('tiny')}>{`${modes[mode]} ${leverage}×`}</small>
      </span>
      <b>
        <Amount text={profit} direction={direction} />
      </b>
      <small className={look('tiny')}>{words(line, isRise, isDay)}</small>
    </>
  );
}

/** What becomes of a position, in words. */
function useOutcome(): (line: ScenarioLine, isRise: boolean, isDay: boolean) => string {
  const { t } = useTranslation('perpetual');
  const guards = useGuardNames();
  const percent = usePercent();
  return ({ outcome, at, price, by }, isRise, isDay) => {
    const place = { at, price };
    const stop = { ...place, by: by ? guards[by] : '' };
    switch (outcome) {
      case 'liquidated':
        return t('scenario.liquidated', place);
      case 'reduced':
        return t('scenario.reduced', place);
      case 'stopped':
        return t('scenario.stopped', stop);
      case 'partly':
        return t('scenario.partly', stop);
      case 'next':
        return t('scenario.next', place);
      case 'nextStop':
        return t('scenario.nextStop', stop);
      case 'gains':
        if (isDay) return t('scenario.gainsDay');
        return isRise ? t('scenario.gainsRise') : t('scenario.gainsFall');
      case 'still':
        return t('scenario.still');
      case 'holds':
        return isDay ? t('scenario.holdsDay') : t('scenario.holds', { most: percent(50) });
    }
  };
}
