import type { CycleLine } from '../../../workers/api.ts';
import { useDirectionNames, useLengthNames } from '../../i18n/cycle.ts';
import { look } from '../../ui/look.ts';
import styles from './ContractHead.module.css';

const ARROW = { up: '▲', down: '▼' } as const;

/** Which contract it is. */
export function ContractHead({ line }: { readonly line: CycleLine }) {
  const directions = useDirectionNames();
  const lengths = useLengthNames();
  const { direction, name, cycle } = line;
  return (
    <span className={look('inline wrap middle shrinks', styles['head'])}>
      <b
        className={look('small whole round2', styles['direction'])}
        data-direction={direction}
        data-side={direction}
      >
        <span aria-hidden="true">{ARROW[direction]}</span> {directions[direction]}
      </b>
      <b>{name}</b>
      <small>{lengths[cycle]}</small>
    </span>
  );
}
