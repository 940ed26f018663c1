import type { ReactNode } from 'react';
import { look } from './look.ts';
import styles from './State.module.css';

/** `wait`: under way; `done`: it ended well; `bad`: it did not. */
export type Tone = 'wait' | 'done' | 'bad';

const TONES = { wait: look('warning small'), done: look('accent small'), bad: look('failed') };

/** How far something has come, in a word. */
export function State({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }) {
  return (
    <span className={TONES[tone]} data-tone={tone}>
      {children}
    </span>
  );
}

interface StepsProps {
  /** Steps that are done, and how many there are. */
  readonly done: number;
  readonly of: number;
  readonly label: string;
}

/** Confirmations as they come. */
export function Steps({ done, of, label }: StepsProps) {
  return (
    <span
      className={look('inline middle gap1', styles['steps'])}
      role="img"
      aria-label={`${label} ${done}/${of}`}
    >
      {Array.from({ length: of }, (_, step) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: steps are their places
        <i key={step} data-done={step < done || undefined} />
      ))}
      <small>
        {done}/{of}
      </small>
    </span>
  );
}
