import { beforeEach, expect, it } from 'vitest';
import { Script } from './script.ts';

const trade = (a: number) => ({ e: 'aggTrade', E: 1, s: 'BTCUSDT', a, p: '1', q: '1', T: 1, m: true });
const STREAM = 'btcusdt@aggTrade';

let script: Script;
beforeEach(async () => {
  script = new Script();
  await script.open('trade:BTC-USDT');
  script.say(STREAM, trade(1));
  script.say('!serverShutdown', { e: 'serverShutdown', E: 1 });
  await script.openSockets();
});

/** A market in which nothing is traded. @returns the sockets that were opened so far. */
async function quiet(ms: number): Promise<number> {
  await script.clock.advance(ms);
  return script.sockets.length;
}

it('waits beside the old socket for as long as a quiet market says nothing, and loses nothing', async () => {
  const [old, next] = script.sockets;
  expect(await quiet(40_000)).toBe(2);
  expect([old?.isClosed, next?.isClosed]).toEqual([false, false]);
  old?.deliver({ stream: STREAM, data: trade(2) });
  next?.deliver({ stream: STREAM, data: trade(2) });
  expect(old?.isClosed).toBe(true);
  next?.deliver({ stream: STREAM, data: trade(3) });
  expect(script.of('trades').flatMap(({ trades }) => trades.map(({ id }) => id))).toEqual([1, 2, 3]);
  expect(script.of('lost')).toEqual([]);
});

it('believes the next socket, though a command on the old one was not answered any more', async () => {
  const { onSent } = script;
  script.onSent = () => undefined;
  script.venue.open('cndl:BTC-USDT:1m');
  await script.clock.advance(0);
  script.onSent = onSent;
  script.sockets[1]?.deliver({ stream: STREAM, data: trade(2) });
  expect(await quiet(30_000)).toBe(2);
  expect(script.streams()).toEqual([STREAM, 'btcusdt@kline_1m']);
  expect(script.of('lost')).toEqual([]);
});

it('leaves a next socket that does not answer, once it is the one that is read', async () => {
  script.sockets[1]?.deliver({ stream: STREAM, data: trade(2) });
  script.onSent = () => undefined;
  script.venue.open('cndl:BTC-USDT:1m');
  expect(await quiet(9_000)).toBe(2);
  expect(await quiet(4_000)).toBe(3);
});

it('goes on with the book of a perpetual, of which both sockets send the same difference', async () => {
  const stream = 'btcusdt@depth@100ms';
  const diff = (U: number, u: number, pu: number) => ({
    stream,
    data: { e: 'depthUpdate', E: 1, T: 1, s: 'BTCUSDT', U, u, pu, b: [['100', `${u}`]], a: [] },
  });
  script.answers['/fapi/v1/depth'] = () => ({ lastUpdateId: 10, bids: [['100', '1']], asks: [['101', '1']] });
  await script.open('book:BTC-USDT-PERP');
  const old = script.sockets.at(-1);
  old?.deliver(diff(8, 15, 7));
  old?.deliver({ e: 'serverShutdown', E: 1 });
  await script.openSockets();
  const next = script.sockets.at(-1);
  expect(next).not.toBe(old);
  old?.deliver(diff(16, 20, 15));
  next?.deliver(diff(16, 20, 15));
  next?.deliver(diff(21, 25, 20));
  expect(old?.isClosed).toBe(true);
  expect(script.of('book').at(-1)?.book.bids).toEqual([['100', '25']]);
  expect(script.of('lost')).toEqual([]);
});
