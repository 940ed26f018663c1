import { ChevronDown } from 'lucide-react';
import type { CellBoard } from '../../state/cells.ts';
import { Chip } from '../Chip.tsx';
import { LiveText } from '../LiveText.tsx';
import { look } from '../look.ts';
import { PairName } from '../market/PairName.tsx';
import styles from './HeadParts.module.css';

interface PairButtonProps {
  readonly name: string;
  /** Spot, perpetual or futures, as a word. */
  readonly kind?: string;
  /** What a tap is for. */
  readonly label: string;
  readonly onPick: () => void;
}

/** What is traded, and the way to something else. */
export function PairButton({ name, kind, label, onPick }: PairButtonProps) {
  return (
    <button
      type="button"
      className={look('row shrinks', styles['pair'])}
      aria-haspopup="dialog"
      aria-label={label}
      onClick={onPick}
    >
      <PairName name={name} />
      {kind === undefined ? null : <Chip>{kind}</Chip>}
      <ChevronDown className={look('dim')} size={18} aria-hidden="true" />
    </button>
  );
}

/** Its price, and the change of the day. */
export function LivePrice({ cells }: { readonly cells: CellBoard }) {
  return (
    <>
      <LiveText board={cells} cell="price" className={look('strong whole', styles['price'])} />
      <LiveText board={cells} cell="percent" className={look('whole', styles['percent'])} />
    </>
  );
}
