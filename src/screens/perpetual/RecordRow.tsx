import type { ReactNode } from 'react';
import { Facts } from '../../ui/Facts.tsx';
import layout from '../../ui/layout.module.css';
import { PairName } from '../../ui/market/PairName.tsx';
import rows from './PastRow.module.css';
import card from './PositionCard.module.css';

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
    <div className={`${layout['stack']} ${rows['past']}`}>
      <header>
        <span className={card['side']} data-direction={isUp ? 'up' : 'down'}>
          {side}
        </span>
        <PairName name={name} />
        <small>{terms}</small>
        <b className={rows['word']}>{word}</b>
      </header>
      <Facts look="three">{children}</Facts>
      <p>{foot}</p>
    </div>
  );
}
