import type { ReactNode } from 'react';
import { Chip } from '../../ui/Chip.tsx';
import { look } from '../../ui/look.ts';
import { PairName } from '../../ui/market/PairName.tsx';
import { RecordLine } from '../../ui/records/RecordLine.tsx';

interface RecordRowProps {
  readonly side: string;
  readonly isUp: boolean;
  readonly name: string;
  readonly terms: string;
  /** How it came out. */
  readonly figure: ReactNode;
  /** What says most of it, in one line; and at its end, what the figure means. */
  readonly foot: ReactNode;
  readonly aside?: ReactNode;
  /** Its numbers, below all facts. */
  readonly number: string;
  readonly children: ReactNode;
}

/** One row of the records: whose side, of what, and how it came out; a tap shows all of it. */
export function RecordRow(props: RecordRowProps) {
  const { side, isUp, name, terms, figure, foot, aside, number, children } = props;
  return (
    <RecordLine
      title={`${side} ${name}`}
      head={
        <>
          <Chip tone={isUp ? 'up' : 'down'}>{side}</Chip>
          <PairName name={name} />
          <small>{terms}</small>
        </>
      }
      figure={figure}
      foot={foot}
      aside={aside}
      end={<p className={look('tiny breaks')}>{number}</p>}
    >
      {children}
    </RecordLine>
  );
}
