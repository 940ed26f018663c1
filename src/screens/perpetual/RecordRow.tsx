import type { ReactNode } from 'react';
import { Chip } from '../../ui/Chip.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { look } from '../../ui/look.ts';
import { PairName } from '../../ui/market/PairName.tsx';

interface RecordRowProps {
  readonly side: string;
  readonly isUp: boolean;
  readonly name: string;
  readonly terms: string;
  /** What stands at the end of the head. */
  readonly word: ReactNode;
  readonly foot: string;
  readonly children: ReactNode;
}

/** One row of the records: whose side, of what, and how it came out. */
export function RecordRow({ side, isUp, name, terms, word, foot, children }: RecordRowProps) {
  return (
    <div className={look('stack pad under')}>
      <header className={look('row wrap')}>
        <Chip tone={isUp ? 'up' : 'down'}>{side}</Chip>
        <PairName name={name} />
        <small>{terms}</small>
        <b className={look('pushed small')}>{word}</b>
      </header>
      <Facts look="three">{children}</Facts>
      <p className={look('tiny breaks')}>{foot}</p>
    </div>
  );
}
