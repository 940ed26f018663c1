import type { ReactNode } from 'react';
import { look } from '../../../ui/look.ts';
import { Table as FigureTable } from '../../../ui/Table.tsx';
import type { PerfFacts } from './meter.ts';
import type { Spread } from './recent.ts';

const NONE = '–';
const whole = (value: number | undefined, unit = '') =>
  value === undefined ? NONE : `${Math.round(value)}${unit}`;
const tenth = (value: number | undefined, unit = '') =>
  value === undefined ? NONE : `${value.toFixed(1)}${unit}`;

/** What was measured, by where it is measured. */
export function PerfTables({ facts }: { readonly facts: PerfFacts }) {
  return (
    <>
      <Facts
        title="Page"
        rows={[
          ['Frames/s', whole(facts.framesPerSecond)],
          ['Shown Hz', tenth(facts.shownHz)],
          ['Stale', whole(facts.staleMs, ' ms')],
          ['Long tasks, last minute', whole(facts.longTasks)],
          ['Longest task', whole(facts.longestMs, ' ms')],
          ['Heap', tenth(facts.heapMb, ' MB')],
        ]}
      />
      <Facts
        title="Worker"
        rows={[
          ['Timer lag p95', tenth(facts.workerLagMs, ' ms')],
          ['Clock offset', whole(facts.clockOffsetMs, ' ms')],
          ['Mode', facts.mode],
          ['Chosen', facts.chosen],
          ['Slowed by', facts.brake],
        ]}
      />
      <Table title="Felt, ms" heads={['p50', 'p95', 'p99', 'n']}>
        <SpreadRow name="Tick to paint" of={facts.tickToPaint} />
        <SpreadRow name="Tap to paint" of={facts.tapToPaint} />
        <SpreadRow name="Tap to acknowledged" of={facts.tapToAcknowledged} />
      </Table>
      <Table title="Stream" heads={['msg/s', 'kB/s', 'MB/h']}>
        {facts.stream.map(({ name, messages, kB, mbPerHour }) => (
          <Row key={name} name={name} cells={[tenth(messages), tenth(kB), tenth(mbPerHour)]} />
        ))}
      </Table>
      <Table title="Frames to the page" heads={['per s']}>
        {facts.views.map(({ kind, framesPerSecond }) => (
          <Row key={kind} name={kind} cells={[tenth(framesPerSecond)]} />
        ))}
      </Table>
    </>
  );
}

function Facts({
  title,
  rows,
}: {
  readonly title: string;
  readonly rows: readonly (readonly [string, string])[];
}) {
  return (
    <Table title={title} heads={[]}>
      {rows.map(([name, text]) => (
        <Row key={name} name={name} cells={[text]} />
      ))}
    </Table>
  );
}

interface TableProps {
  readonly title: string;
  readonly heads: readonly string[];
  readonly children: ReactNode;
}

function Table({ title, heads, children }: TableProps) {
  return (
    <FigureTable className={look('pad3 whole ground1 round3')}>
      <caption className={look('faint left')}>{title}</caption>
      {heads.length === 0 ? null : (
        <thead>
          <tr>
            <td />
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
      )}
      <tbody>{children}</tbody>
    </FigureTable>
  );
}

function SpreadRow({ name, of }: { readonly name: string; readonly of: Spread | undefined }) {
  return <Row name={name} cells={[whole(of?.p50), whole(of?.p95), whole(of?.p99), whole(of?.count ?? 0)]} />;
}

function Row({ name, cells }: { readonly name: string; readonly cells: readonly string[] }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      {cells.map((cell, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its column
        <td key={place}>{cell}</td>
      ))}
    </tr>
  );
}
