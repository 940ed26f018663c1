import type { CycleLine } from '../../../workers/api.ts';
import { useDirectionNames, useLengthNames } from '../../i18n/cycle.ts';
import { Chip } from '../../ui/Chip.tsx';
import { look } from '../../ui/look.ts';

const ARROW = { up: '▲', down: '▼' } as const;

/** Which contract it is. */
export function ContractHead({ line }: { readonly line: CycleLine }) {
  const directions = useDirectionNames();
  const lengths = useLengthNames();
  const { direction, name, cycle } = line;
  return (
    <span className={look('inline wrap middle gap2 shrinks')}>
      <Chip tone={direction}>
        <span aria-hidden="true">{ARROW[direction]}</span> {directions[direction]}
      </Chip>
      <b>{name}</b>
      <small>{lengths[cycle]}</small>
    </span>
  );
}
