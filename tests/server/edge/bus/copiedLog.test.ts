import { expect, it } from 'vitest';
import type { SnapMessage } from '../../../../domain/contract/index.ts';
import { parseChannel } from '../../../../domain/contract/index.ts';
import { BusChannels } from '../../../../server/edge/bus/busChannels.ts';
import { CopiedLog } from '../../../../server/edge/bus/copiedLog.ts';
import type { EngineWord } from '../../../../server/edge/bus/engineWord.ts';
import { bytesOf } from '../../../../server/edge/bus/frames.ts';
import type { Requester } from '../../../../server/edge/bus/requester.ts';
import { subjectsOf } from '../../../../server/edge/bus/subjects.ts';
import { FakeClock } from '../../../support/fakeClock.ts';
import { MemoryBus } from '../../../support/memoryBus.ts';

const NAME = 'row:AAA-USDT';
const parsed = parseChannel(NAME);
if (!parsed) throw new Error('no channel');
const row = (last: string) => [['AAA-USDT', last, '1', '1', '1', '1']];
const snapOf = (e: string, s: number, last: string): SnapMessage => ({
  ...{ t: 'snap', ch: NAME, e, s, ts: 0, d: row(last) },
});
const deltaOf = (e: string, s: number, last: string) =>
  JSON.stringify({ t: 'delta', ch: NAME, e, s, ts: 0, d: row(last) });

it.each([
  { sent: [], seq: 0, last: '20' },
  { sent: [deltaOf('e2', 1, '21'), deltaOf('e2', 2, '22')], seq: 2, last: '22' },
  // What comes of the log of before is left out, and what is missing is found by the next message or head.
  { sent: [deltaOf('e1', 6, '11'), deltaOf('e2', 2, '22')], seq: 0, last: '20' },
])(
  'keeps a restarted channel though an answer from before comes after it: $sent.length',
  async ({ sent, seq, last }) => {
    let answer: (snap: SnapMessage) => void = () => undefined;
    const log = new CopiedLog({
      ...{ name: NAME, isSlow: false, parsed, number: 1, pace: 100, clock: new FakeClock(), pack: undefined },
      ask: () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
      lost: () => undefined,
      at: () => 0,
    });
    answer(snapOf('e1', 5, '10'));
    log.take(JSON.stringify(snapOf('e2', 0, '20')));
    for (const text of sent) log.take(text);
    await log.opened;
    const snap = JSON.parse(log.snapMessage().text);
    expect([log.isWhole, snap.e, snap.s, snap.d[0][1]]).toEqual([true, 'e2', seq, last]);
    log.close();
  },
);

it('gives a reader that changes the pace a snapshot that comes late, though no message follows', async () => {
  const clock = new FakeClock();
  const bus = new MemoryBus().connect();
  const channels = new BusChannels({
    ...{ bus, clock, subjects: subjectsOf('test') },
    engine: { isHere: true, newest: undefined, now: clock.now } as unknown as EngineWord,
    requester: {
      ask: async () => {
        await new Promise<void>((resolve) => void clock.after(4_000, resolve));
        return { data: null, body: bytesOf(JSON.stringify(snapOf('e1', 5, '10'))) };
      },
    } as unknown as Requester,
  });
  const received: string[] = [];
  const reader = {
    who: () => 'reader',
    take: ({ text }: { text: string }) => void received.push(JSON.parse(text).t),
    restart: () => undefined,
  };
  const { leave } = channels.subscribe(NAME, reader, { isSlow: true, isChange: true });
  await clock.advance(3_900);
  expect(received).toEqual([]);
  await clock.advance(200);
  expect(received).toEqual(['snap']);
  leave();
  channels.close();
});
