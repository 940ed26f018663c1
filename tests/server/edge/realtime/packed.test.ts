import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Unpacker } from '../../../../feeds/tidemark/unpack.ts';
import { StreamConnection } from '../../../../server/edge/realtime/connection.ts';
import { Hub } from '../../../../server/edge/realtime/hub.ts';
import { cut } from '../../../../server/edge/realtime/sortChannel.ts';
import { pack } from '../../../../server/host/net/pack.ts';
import { inflater } from '../../../../workers/session/inflate.ts';
import { FakeClock } from '../../../support/fakeClock.ts';
import { FakeSource } from '../../../support/fakeSource.ts';
import { bufferOf, inflateAtOnce, Line } from '../../../support/line.ts';

const IDS = ['AAA-USDT', 'BBB-USDT', 'CCC-USDT', 'DDD-USDT'];
const ROWS = IDS.map((id) => `row:${id}`);

interface Message {
  readonly t: string;
  readonly ch?: string;
  readonly s?: number;
  readonly d?: unknown;
}

/** A socket that keeps what it is sent, and unpacks it afterwards. */
class Wire {
  readonly frames: (string | Uint8Array)[] = [];
  buffered = 0;
  send = (data: string | Uint8Array) => void this.frames.push(data);
  close = () => undefined;
  bufferedAmount = () => this.buffered;

  get packed(): readonly Uint8Array[] {
    return this.frames.filter((frame) => typeof frame !== 'string');
  }

  async decoded(): Promise<readonly Message[]> {
    const unpacker = new Unpacker(inflateAtOnce);
    const texts: string[] = [];
    for (const frame of this.frames)
      texts.push(...(typeof frame === 'string' ? [frame] : await unpacker.texts(bufferOf(frame))));
    return texts.map((text) => JSON.parse(text));
  }

  /** Messages of channels. */
  async messages(): Promise<readonly Message[]> {
    return (await this.decoded()).filter(({ t }) => t === 'snap' || t === 'delta');
  }
}

let clock: FakeClock;
let source: FakeSource;
let hub: Hub;
let packings: number;
beforeEach(() => {
  clock = new FakeClock();
  source = new FakeSource(clock, IDS);
  packings = 0;
  hub = new Hub({
    source,
    clock,
    newEpoch: () => 'e',
    pack: (...texts) => {
      packings += 1;
      return pack(...texts);
    },
  });
});
afterEach(() => hub.close());

function connect(isPacked: boolean, ch: readonly string[]): { wire: Wire; say: (message: object) => void } {
  const wire = new Wire();
  const connection = new StreamConnection(hub, wire, clock, { id: 'c', isPacked });
  const say = (message: object) => connection.receive(JSON.stringify(message));
  say({ op: 'sub', ch });
  return { wire, say };
}

/** Each market moves each 50 ms for so long. */
async function run(ms: number): Promise<void> {
  for (let at = 0; at < ms; at += 50) {
    for (const [place, id] of IDS.entries()) source.tick(id, `${100 + place}.${at}`);
    source.setBook('AAA-USDT', { bids: [[`9.${10 + (at % 80)}`, '1']], asks: [['10.01', `${at + 1}`]] });
    await clock.advance(50);
  }
}

describe('a socket that asks for packed frames', () => {
  it('is told what others are told as text, a frame a message', async () => {
    const ch = ['tick', 'sort', 'book:AAA-USDT', ...ROWS];
    const [plain, packed] = [connect(false, ch), connect(true, ch)];
    await run(3_000);
    expect(plain.wire.packed).toEqual([]);
    expect(plain.wire.frames).toHaveLength((await plain.wire.decoded()).length);
    expect(await packed.wire.messages()).toEqual(await plain.wire.messages());
    expect((await packed.wire.messages()).length).toBeGreaterThan(80);
  });

  it('has all that a round tells in one frame', async () => {
    const { wire } = connect(true, ROWS);
    await run(1_000);
    wire.frames.length = 0;
    await run(1_000);
    expect(wire.packed).toHaveLength(4);
    expect(await connect(true, ROWS).wire.messages()).toEqual([]);
  });

  it('costs no packing more than the first one, and who comes later one of each message', async () => {
    connect(true, ['book:AAA-USDT']);
    await run(500);
    packings = 0;
    await run(1_000);
    const alone = packings;
    for (let i = 0; i < 10; i++) connect(true, ['book:AAA-USDT']);
    await run(500);
    packings = 0;
    await run(1_000);
    expect(packings).toBe(alone);
    expect(alone).toBeLessThanOrEqual(10);
  });

  it('can read from wherever it comes in', async () => {
    connect(true, ['book:AAA-USDT']);
    await run(1_000);
    const late = connect(true, ['book:AAA-USDT']);
    await run(1_000);
    const decoded = await late.wire.messages();
    expect(decoded[0]?.t).toBe('snap');
    expect(decoded.length).toBeGreaterThan(8);
    expect(decoded.map(({ s }) => s)).toEqual(decoded.map((_, i) => (decoded[0]?.s ?? 0) + i));
  });

  it('gets a snapshot for what it was too slow for, and goes on from there', async () => {
    const { wire } = connect(true, ['book:AAA-USDT', ...ROWS]);
    await run(1_000);
    wire.buffered = 1_000_000;
    const { length } = wire.packed;
    await run(1_000);
    expect(wire.packed).toHaveLength(length);
    wire.buffered = 0;
    await run(2_000);
    const decoded = (await wire.messages()).filter(({ ch }) => ch === 'book:AAA-USDT');
    const again = decoded.findLastIndex(({ t }) => t === 'snap');
    expect(again).toBeGreaterThan(5);
    const after = decoded.slice(again).map(({ s }) => s);
    expect(after).toEqual(after.map((_, i) => (after[0] ?? 0) + i));
    expect(after.length).toBeGreaterThan(5);
  });
});

describe('a row', () => {
  it('is told while it is in sight, from how it stands then, and no longer', async () => {
    const { wire, say } = connect(true, ['row:AAA-USDT']);
    await run(1_000);
    say({ op: 'unsub', ch: ['row:AAA-USDT'] });
    say({ op: 'sub', ch: ['row:BBB-USDT'] });
    source.tick('BBB-USDT', '77');
    await clock.advance(100);
    const before = await wire.messages();
    expect(before.at(-1)).toMatchObject({
      t: 'snap',
      ch: 'row:BBB-USDT',
      d: [['BBB-USDT', '77', '10', '100', '12', '8']],
    });
    await run(1_000);
    const after = (await wire.messages()).slice(before.length);
    expect(new Set(after.map(({ ch }) => ch))).toEqual(new Set(['row:BBB-USDT']));
    expect(after).toHaveLength(4);
  });

  it('is alive by the beat though nothing changes, and unknown where there is no market', async () => {
    const { wire } = connect(false, ['row:AAA-USDT', 'row:NONE']);
    await clock.advance(3_100);
    const decoded = await wire.decoded();
    expect(decoded.filter(({ t }) => t === 'err')).toMatchObject([
      { code: 'marketUnknown', msg: 'row:NONE' },
    ]);
    expect(decoded.filter(({ t }) => t === 'beat').at(-1)).toMatchObject({
      heads: { 'row:AAA-USDT': ['e', 0] },
    });
  });
});

describe('what lists are sorted by', () => {
  it('is all at first, then what sorts otherwise by now', async () => {
    const { wire } = connect(false, ['sort']);
    await clock.advance(100);
    const deltas = async () => (await wire.messages()).filter(({ t }) => t === 'delta').map(({ d }) => d);
    expect((await wire.messages())[0]?.d).toHaveLength(4);
    source.tick('AAA-USDT', '10');
    await clock.advance(15_000);
    expect(await deltas()).toEqual([]);
    source.tick('AAA-USDT', '11');
    source.tick('AAA-USDT', '12');
    source.tick('EEE-USDT', '5');
    await clock.advance(15_000);
    expect(await deltas()).toEqual([
      [
        ['AAA-USDT', '12', '100'],
        ['EEE-USDT', '5', '10', '100', '12', '8'],
      ],
    ]);
  });

  it('tells who comes late what stands now', async () => {
    connect(false, ['sort']);
    await clock.advance(1_000);
    source.tick('AAA-USDT', '33');
    await clock.advance(5_000);
    const late = connect(false, ['sort']);
    await clock.advance(100);
    expect((await late.wire.messages())[0]?.d).toContainEqual(['AAA-USDT', '33', '10', '100', '12', '8']);
  });

  it.each([
    ['310110770.86206', '310000000'],
    ['310999770', '310000000'],
    ['1234.5', '1230'],
    ['123.456', '123'],
    ['12.3456', '12.3'],
    ['1.23456', '1.23'],
    ['0.0012345', '0.00123'],
    ['0.5', '0.5'],
    ['99', '99'],
    ['0', '0'],
    ['0.000', '0'],
  ])('cuts %s to %s', (whole, short) => expect(cut(whole)).toBe(short));

  it('is never more than there is, and less by less than a hundredth', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-6, max: 1e12, noNaN: true }), (value) => {
        const text = value.toFixed(8);
        const [short, whole] = [Number(cut(text)), Number(text)];
        expect(short).toBeLessThanOrEqual(whole);
        expect(short).toBeGreaterThanOrEqual(whole * 0.99);
      }),
      { numRuns: 100 },
    );
  });
});

describe('a client that reads packed frames', () => {
  it('unpacks them by the platform, and refuses what is damaged', async () => {
    const inflate = inflater();
    if (!inflate) throw new Error('nothing unpacks here');
    const texts = [
      '{"a":"é1"}',
      '{"a":"é12"}',
      JSON.stringify(Array.from({ length: 20_000 }, (_, i) => i)),
      '{}',
    ];
    let before: Uint8Array | undefined;
    for (const [place, text] of texts.entries()) {
      const packed = place === 0 ? pack(text) : pack(text, texts[place - 1]);
      const read = await inflate(packed, before);
      expect(read.text).toBe(text);
      before = read.bytes.slice(-32_000);
    }
    await expect(inflate(Uint8Array.of(255, 255, 1), undefined)).rejects.toThrow();
  });

  it('reads on after a gap, by a snapshot, and ends at what the market says', async () => {
    const line = new Line(undefined, undefined, undefined, true);
    for (const channel of ['book:AAA-USDT', 'row:AAA-USDT', 'trade:AAA-USDT'])
      line.feed.channel$(channel).subscribe();
    await line.run(2_000);
    expect(line.packedBytes).toBeGreaterThan(0);
    const books = () => line.events.filter(({ kind }) => kind === 'book');
    expect(books().length).toBeGreaterThan(10);
    line.isDeaf = true;
    await line.run(400);
    line.isDeaf = false;
    await line.run(3_000);
    expect(line.events.some(({ kind }) => kind === 'lost')).toBe(true);
    await line.clock.advance(300);
    expect(books().at(-1)).toMatchObject({ book: line.source.book('AAA-USDT') });
    const { length } = line.events;
    await line.run(1_000);
    expect(line.events.slice(length).filter(({ kind }) => kind === 'lost')).toEqual([]);
    line.feed.wake();
    await line.run(1_000);
    expect(books().at(-1)).toMatchObject({ at: expect.any(Number) });
    expect(line.feed.counts().dropped).toBeGreaterThan(0);
    line.feed.close();
    line.hub.close();
  });

  it('goes from one pace to the other and back without losing anything', async () => {
    const line = new Line(undefined, undefined, undefined, true);
    for (const channel of ['book:AAA-USDT', 'sort', 'row:AAA-USDT']) line.feed.channel$(channel).subscribe();
    await line.run(1_000);
    for (const isSlow of [true, false, true, false]) {
      line.feed.setPace?.(isSlow);
      await line.run(2_500);
    }
    await line.clock.advance(300);
    expect(line.events.filter(({ kind }) => kind === 'lost')).toEqual([]);
    expect(line.feed.counts()).toMatchObject({ dropped: 0, resyncs: 0 });
    expect(line.events.filter(({ kind }) => kind === 'book').at(-1)).toMatchObject({
      book: line.source.book('AAA-USDT'),
    });
    line.feed.close();
    line.hub.close();
  });
});
