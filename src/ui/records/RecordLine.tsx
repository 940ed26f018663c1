import type { ReactNode } from 'react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Sheet } from '../dialog/Sheet.tsx';
import { Facts } from '../Facts.tsx';
import { look } from '../look.ts';
import { Press } from '../Press.tsx';

interface TwoLinesProps {
  /** What it is. */
  readonly head: ReactNode;
  /** How it came out, at the other end. */
  readonly figure: ReactNode;
  readonly foot: ReactNode;
  readonly aside?: ReactNode;
  readonly children?: ReactNode;
}

/** What a row of a record says: what it is and how it came out, and below it how that came about. */
export function TwoLines({ head, figure, foot, aside, children }: TwoLinesProps) {
  return (
    <span className={look('grows shrinks stack1')}>
      <span className={look('row wrap')}>
        {head}
        <b className={look('pushed')}>{figure}</b>
      </span>
      <span className={look('apart line tiny')}>
        <span>{foot}</span>
        {aside ? <span>{aside}</span> : null}
      </span>
      {children}
    </span>
  );
}

interface RecordLineProps extends Omit<TwoLinesProps, 'children'> {
  /** Of the sheet that shows all of it. */
  readonly title: string;
  /** All facts of it. */
  readonly children: ReactNode;
  /** Below the facts. */
  readonly end?: ReactNode;
  /** Names the row for tests. */
  readonly [data: `data-${string}`]: string | number | null;
}

/** One of a record in two lines; a tap shows all of it. */
export function RecordLine({ head, figure, foot, aside, title, children, end, ...data }: RecordLineProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Press
        look="row"
        className={look('under')}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        {...data}
      >
        <TwoLines head={head} figure={figure} foot={foot} aside={aside} />
      </Press>
      {isOpen ? (
        <Sheet title={title} onClose={() => setOpen(false)}>
          <div className={look('stack3 lone')}>
            <Facts>{children}</Facts>
            {end}
          </div>
        </Sheet>
      ) : null}
    </>
  );
}

interface RecordLinkProps extends Omit<TwoLinesProps, 'children'> {
  readonly to: string;
}

/** One of a record in two lines; a tap leads to where all of it stands. */
export function RecordLink({ to, ...lines }: RecordLinkProps) {
  return (
    <Link className={look('row padLow under')} to={to}>
      <TwoLines {...lines} />
    </Link>
  );
}
