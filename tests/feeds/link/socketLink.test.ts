import { beforeEach, expect, it } from 'vitest';
import type { LinkEvents } from '../../../feeds/link/socketLink.ts';
import { SocketLink } from '../../../feeds/link/socketLink.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { FakeSocket } from '../../support/fakeSocket.ts';

const IDLE = 4_001;
let clock: FakeClock;
let sockets: FakeSocket[];
let isWanted: boolean;
let whenLost: () => void;
let link: SocketLink;

beforeEach(() => {
  clock = new FakeClock();
  sockets = [];
  isWanted = true;
  whenLost = () => undefined;
  const nothing = () => undefined;
  const events: LinkEvents = {
    greeting: () => [],
    ready: nothing,
    message: nothing,
    isData: () => true,
    isWanted: () => isWanted,
    lost: () => whenLost(),
    away: nothing,
    silent: nothing,
  };
  const createSocket = () => {
    const socket = new FakeSocket();
    sockets.push(socket);
    return socket;
  };
  const address = { url: 'ws://x', protocol: '', finalCodes: [], idleCode: IDLE };
  link = new SocketLink({ clock, random: () => 0.5, createSocket, ...address }, events);
  link.start();
  sockets[0]?.open();
  sockets[0]?.deliver('hello');
});

async function expectNoSocket(): Promise<void> {
  await clock.advance(120_000);
  expect([sockets.length, clock.pending]).toEqual([1, 0]);
}

it('opens no socket after it was closed while it rested', async () => {
  isWanted = false;
  sockets[0]?.drop(IDLE);
  link.close();
  link.need();
  await expectNoSocket();
});

it('opens no socket after it was closed while it waited for the next attempt', async () => {
  sockets[0]?.drop(1006);
  link.close();
  link.hurry();
  await expectNoSocket();
});

it.each([
  ['its socket ends', () => sockets[0]?.drop(1006)],
  ['the device wakes', () => link.wake()],
])('opens no socket after it was closed by a reader who learns that %s', async (_, lose) => {
  whenLost = () => link.close();
  lose();
  await expectNoSocket();
});
