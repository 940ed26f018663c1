import { useTranslation } from 'react-i18next';
import { look } from '../look.ts';
import styles from './Ticket.module.css';

interface SideSwitchProps<S extends string> {
  /** The one that rises first. */
  readonly sides: readonly [buys: S, sells: S];
  readonly names: Readonly<Record<S, string>>;
  readonly selected: S;
  /** Called only with another one. */
  readonly onSelect: (side: S) => void;
}

/** Which way an order goes. */
export function SideSwitch<S extends string>({ sides, names, selected, onSelect }: SideSwitchProps<S>) {
  const { t } = useTranslation('trade');
  return (
    <fieldset className={look('stack1 box shrinks', styles['sides'])}>
      <legend className="visually-hidden">{t('side.label')}</legend>
      {sides.map((side) => (
        <button
          className={look('text strong shrinks relative')}
          key={side}
          type="button"
          data-side={side === sides[0] ? 'buy' : 'sell'}
          aria-pressed={selected === side}
          onClick={() => selected !== side && onSelect(side)}
        >
          {names[side]}
        </button>
      ))}
    </fieldset>
  );
}
