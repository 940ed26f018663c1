import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Answerer } from '../../../../server/edge/bus/answerer.ts';
import { BusPrograms } from '../../../../server/edge/bus/busPrograms.ts';
import { ProgramRelay } from '../../../../server/edge/bus/programRelay.ts';
import { Requester } from '../../../../server/edge/bus/requester.ts';
import { subjectsOf } from '../../../../server/edge/bus/subjects.ts';
import type { CompatSockets, SocketOut } from '../../../../server/edge/compat/index.ts';
import { FakeClock } from '../../../support/fakeClock.ts';
import { MemoryBus } from '../../../support/memoryBus.ts';

const subjects = subjectsOf('test');
let clock: FakeClock;
let bus: MemoryBus;
/** Sockets as the engine has opened them, with what was said to each. */
let opened: {
  readonly address: string;
  readonly out: SocketOut;
  readonly received: string[];
  isClosed: boolean;
}[];
let stops: (() => void)[];
beforeEach(() => {
  clock = new FakeClock();
  bus = new MemoryBus();
  opened = [];
  stops = [];
});
afterEach(() => {
  for (const stop of stops.reverse()) stop();
});

const sockets: CompatSockets = {
  open(_, address, out) {
    const own = { address, out, received: [] as string[], isClosed: false };
    opened.push(own);
    return {
      receive: (text) => own.received.push(text),
      closed: () => {
        own.isClosed = true;
      },
    };
  },
};

function openEngine(): void {
  const line = bus.connect();
  const relay = new ProgramRelay({ bus: line, clock, subjects, sockets });
  const log = (event: string, detail: unknown) => console.error(event, detail);
  const answerer = new Answerer({ bus: line, clock, subjects, log }, relay.kinds);
  stops.push(
    () => relay.close(),
    () => answerer.close(),
  );
}

function openGateway(gateway: string) {
  const line = bus.connect();
  const requester = new Requester(line, clock, { subjects, gateway });
  const programs = new BusPrograms({ bus: line, requester, clock, subjects });
  stops.push(
    () => requester.close(),
    () => programs.close(),
  );
  return programs;
}

/** A program's socket at a gateway, with what it received and how it ended. */
function openSocket(programs: BusPrograms) {
  const received: string[] = [];
  const ends: number[] = [];
  const out = {
    send: (text: string) => void received.push(text),
    close: (code: number) => void ends.push(code),
  };
  return { received, ends, socket: programs.open({ is: 'api' }, '10.0.0.7', out) };
}

it('carries what programs and the engine say, in order, to its own socket each', async () => {
  openEngine();
  const [one, two] = [openSocket(openGateway('g1')), openSocket(openGateway('g2'))];
  one.socket.receive('a');
  one.socket.receive('b');
  two.socket.receive('c');
  await vi.waitFor(() => expect(opened.map(({ received }) => received)).toEqual([['a', 'b'], ['c']]), 10_000);
  expect(opened.map(({ address }) => address)).toEqual(['10.0.0.7', '10.0.0.7']);
  for (const text of ['1', '2']) opened[0]?.out.send(text);
  opened[1]?.out.close(1008, 'too many messages');
  await vi.waitFor(() => expect([one.received, two.ends]).toEqual([['1', '2'], [1008]]), 10_000);
  one.socket.closed();
  await vi.waitFor(() => expect(opened.map(({ isClosed }) => isClosed)).toEqual([true, true]), 10_000);
});

it('ends a socket of which the bus has lost a message, and says nothing of what came after', async () => {
  openEngine();
  const { received, ends, socket } = openSocket(openGateway('g1'));
  socket.receive('a');
  await vi.waitFor(() => expect(opened).toHaveLength(1), 10_000);
  bus.isLost = (_, text) => text.endsWith('two');
  for (const text of ['one', 'two', 'three']) opened[0]?.out.send(text);
  await vi.waitFor(() => expect(ends).toEqual([1012]), 10_000);
  expect(received).toEqual(['one']);
  await vi.waitFor(() => expect(opened[0]?.isClosed).toBe(true), 10_000);
});

it('ends sockets that the engine does not know, and those of a gateway that has gone', async () => {
  const { ends } = openSocket(openGateway('g1'));
  // The engine starts after the question: it has never received the socket.
  await new Promise((resolve) => setImmediate(resolve));
  openEngine();
  await clock.advance(2_000);
  await vi.waitFor(() => expect(ends).toEqual([1012]), 10_000);
  openSocket(openGateway('g2'));
  await vi.waitFor(() => expect(opened).toHaveLength(1), 10_000);
  bus.isLost = () => true;
  await clock.advance(10_000);
  expect(opened[0]?.isClosed).toBe(true);
});
