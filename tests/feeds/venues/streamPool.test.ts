import { expect, it } from 'vitest';
import { StreamPool } from '../../../feeds/venues/streamPool.ts';
import type { StreamPlan } from '../../../feeds/venues/streams.ts';
import { VenueWire } from '../../support/venueWire.ts';

const plan: StreamPlan = {
  hosts: ['wss://venue'],
  path: () => '',
  command: (op, streams, id) => JSON.stringify({ op, streams, id }),
  read: () => ({ kind: 'other' }),
  probe: () => 'ping',
  areProbesFree: true,
  streams: 1,
  batch: 1,
  commands: [{ weight: 100, perMs: 1_000 }],
  lifetimeMs: Number.POSITIVE_INFINITY,
};
const nothing = () => undefined;
const listener = { begin: nothing, take: nothing, lost: nothing, refused: nothing };

it('says that its lines are others when one in trouble is left', async () => {
  const wire = new VenueWire();
  const states: string[][] = [];
  const pool: StreamPool = new StreamPool(wire.deps, plan, {
    changed: () => states.push([...pool.states()]),
    reconnected: nothing,
    resynced: nothing,
    dropped: nothing,
    maintenance: nothing,
  });
  pool.want({ stream: 'prices', listener });
  const leave = pool.want({ stream: 'bars', listener });
  for (const socket of wire.sockets) socket.open();
  for (const socket of wire.sockets) socket.deliver('hello');
  wire.socket().drop();
  expect(states.at(-1)).toEqual(['live', 'connecting']);
  leave();
  expect(states.at(-1)).toEqual(['live']);
});
