import { proxy } from 'comlink';
import { describe, expect, it } from 'vitest';
import type { Frame, ListView } from '../../workers/api.ts';
import { Ages } from '../../workers/streams/age.ts';
import {
  connect,
  endVisit,
  list,
  market,
  open,
  order,
  pass,
  publish,
  start,
  texts,
  ticker,
  world,
  worldForEach,
} from './world.ts';

worldForEach();

describe('a list', () => {
  it('sends the window once, then only cells that changed', async () => {
    publish([ticker('AAA-USDT', '11'), ticker('BBB-USDT', '22'), ticker('CCC-USDT', '33')], true);
    const { frames } = await open(list({ quote: 'USDT' }));
    await pass(60);
    expect(frames).toHaveLength(1);
    expect(frames[0]?.total).toBe(4);
    expect(order(frames)).toEqual(['AAA-USDT', 'BBB-USDT', 'BTC-USDT', 'CCC-USDT']);
    publish([ticker('BBB-USDT', '23')]);
    await pass(60);
    expect(frames).toHaveLength(2);
    expect(frames[1]?.heads).toEqual([]);
    expect(frames[1]?.cells).toEqual([1, 0, '23.000', 1, 1, 1, '+130.0%', 1]);
  });
  it('sends all of another order, as the page may show what it had of it, and says whose each frame is', async () => {
    publish(
      [
        ticker('AAA-USDT', '11'),
        ticker('BBB-USDT', '22'),
        ticker('CCC-USDT', '33'),
        ticker('BTC-USDT', '44'),
      ],
      true,
    );
    const { frames, handle } = await open(list({ quote: 'USDT', last: 0, order: 'name' }));
    await pass(60);
    // The same market stands first.
    await handle.update(
      list({ quote: 'USDT', last: 0, order: 'price', sort: { column: 'price', state: 2 } }),
    );
    await pass(60);
    expect(frames.map((frame) => [frame.order, order([frame]), frame.cells[2]])).toEqual([
      ['name', ['AAA-USDT'], '11.000'],
      ['price', ['AAA-USDT'], '11.000'],
    ]);
  });
  it('shows no change of a market without yesterday', async () => {
    publish([ticker('AAA-USDT', '11', '100', '0')], true);
    const { frames } = await open(list({ last: 0 }));
    await pass(60);
    expect(frames[0]?.cells).toEqual([0, 0, '11.000', 0, 0, 1, '--', 0]);
  });
  it('says nothing when what is shown did not change', async () => {
    publish([ticker('AAA-USDT', '11'), ticker('CCC-USDT', '33')], true);
    const { frames } = await open(list({ last: 0 }));
    await pass(60);
    for (let i = 0; i < 20; i++) publish([ticker('CCC-USDT', `${34 + i}`), ticker('AAA-USDT', '11.00001')]);
    await pass(300);
    expect(frames).toHaveLength(1);
  });
  it('conflates: a thousand ticks are one cell', async () => {
    publish([ticker('AAA-USDT', '11')], true);
    const { frames } = await open(list());
    await pass(60);
    for (let i = 1; i <= 1_000; i++) publish([ticker('AAA-USDT', `${11 + i}`)]);
    await pass(60);
    expect(frames).toHaveLength(2);
    expect(texts(frames[1])).toEqual(['1,011.00']);
  });
  it('waits for a page that is slow, and then sends the newest, never a queue', async () => {
    publish([ticker('AAA-USDT', '11')], true);
    let release: () => void = () => undefined;
    const seen: string[] = [];
    const sink = proxy(async (frame: Frame) => {
      if (frame.kind === 'list') seen.push(...(texts(frame) as string[]));
      await new Promise<void>((resolve) => {
        release = resolve;
      });
    });
    await world.session.open(list(), sink);
    await pass(60);
    for (let i = 1; i <= 30; i++) {
      publish([ticker('AAA-USDT', `${11 + i}`)]);
      await pass(50);
    }
    expect(seen).toEqual(['11.000', '--', '--', '--', '--'].filter((_, i) => i < seen.length));
    release();
    await pass(100);
    expect(seen.at(-1)).toBe('41.000');
    expect(seen.filter((text) => text !== '--')).toHaveLength(2);
    release();
  });
  it.each([
    [{ list: 'spot', quote: 'BTC' }, ['AAB-BTC']],
    [{ list: 'futures' }, ['XAU-USD']],
    [{ list: 'cycle' }, ['XAU-USD']],
    [
      { list: 'favorites', ids: ['CCC-USDT', 'NOPE', 'AAA-USDT'], sort: { column: 'name', state: 0 } },
      ['CCC-USDT', 'AAA-USDT'],
    ],
    [{ list: 'search', query: 'aa', sort: { column: 'name', state: 0 } }, ['AAA-USDT', 'AAB-BTC']],
    [{ list: 'search', query: 'btc', sort: { column: 'name', state: 0 } }, ['BTC-USDT', 'AAB-BTC']],
    ...['Gold', '金', '黄金', 'Altın', 'ALTIN', '금', 'or'].map(
      (query) => [{ list: 'search', query, sort: { column: 'name', state: 0 } }, ['XAU-USD']] as const,
    ),
    ...['bitcoin', '比特币', '比特幣', 'ビットコイン', '비트', 'Bitco'].map(
      (query) => [{ list: 'search', query, sort: { column: 'name', state: 0 } }, ['BTC-USDT']] as const,
    ),
    [{ list: 'search', query: 'xau/usd', sort: { column: 'name', state: 0 } }, ['XAU-USD']],
    [
      { list: 'spot', quote: 'USDT', sort: { column: 'price', state: 1 } },
      ['CCC-USDT', 'BBB-USDT', 'AAA-USDT', 'BTC-USDT'],
    ],
    [
      { list: 'spot', quote: 'USDT', sort: { column: 'volume', state: 2 } },
      ['BTC-USDT', 'CCC-USDT', 'BBB-USDT', 'AAA-USDT'],
    ],
    [{ list: 'rising', sort: { column: 'name', state: 0 } }, ['CCC-USDT', 'BBB-USDT', 'AAA-USDT']],
    [{ list: 'falling', sort: { column: 'name', state: 0 } }, ['AAA-USDT', 'BBB-USDT', 'CCC-USDT']],
  ] as [Partial<ListView>, string[]][])('holds for %j: %j', async (view, ids) => {
    publish(
      [ticker('AAA-USDT', '11', '300'), ticker('BBB-USDT', '22', '200'), ticker('CCC-USDT', '33', '100')],
      true,
    );
    const { frames } = await open(list(view));
    await pass(60);
    expect(order(frames)).toEqual(ids);
  });
  it('keeps its order under a finger', async () => {
    publish([ticker('AAA-USDT', '11', '300'), ticker('BBB-USDT', '22', '200')], true);
    const { frames, handle } = await open(
      list({ list: 'volume', sort: { column: 'name', state: 0 }, held: true }),
    );
    await pass(60);
    publish([ticker('BBB-USDT', '22', '900')]);
    await pass(2_000);
    expect(order(frames)).toEqual(['AAA-USDT', 'BBB-USDT']);
    await handle.update(list({ list: 'volume', sort: { column: 'name', state: 0 }, held: false }));
    await pass(100);
    expect(order(frames)).toEqual(['BBB-USDT', 'AAA-USDT']);
  });
  it('words everything anew in another language', async () => {
    publish([ticker('AAA-USDT', '1234.5')], true);
    const { frames } = await open(list({ last: 0 }));
    await pass(60);
    await world.session.setSettings({ language: 'de' });
    await pass(60);
    expect(frames.map((frame) => texts(frame)[0])).toEqual(['1,234.50', '1.234,50']);
  });
  it('sends nothing while the page is hidden, and all when it comes back', async () => {
    publish([ticker('AAA-USDT', '11')], true);
    const { frames } = await open(list({ last: 0 }));
    await pass(60);
    await world.session.setSettings({ visible: false });
    publish([ticker('AAA-USDT', '12')]);
    await pass(1_000);
    expect(frames).toHaveLength(1);
    await world.session.setSettings({ visible: true });
    await pass(60);
    expect(texts(frames[1])).toEqual(['12.000']);
  });
  it('sends at most four frames a second in saver mode', async () => {
    publish([ticker('AAA-USDT', '11')], true);
    await world.session.setSettings({ refresh: 'saver' });
    const { frames } = await open(list({ last: 0 }));
    for (let i = 0; i < 100; i++) {
      publish([ticker('AAA-USDT', `${12 + i}`)]);
      await pass(20);
    }
    expect(frames.length).toBeLessThanOrEqual(9);
  });
  it('has no age for what never came, and a second’s for what is lost this moment', async () => {
    const never = new Ages(world.clock).of('tick', 5_000, (ageMs) => `${ageMs} ago`);
    expect(never).toMatchObject({ state: 'waiting', ageText: '' });
    const { frames: rows } = await open(list({ last: 0 }));
    publish([ticker('AAA-USDT', '11')], true);
    await pass(60);
    world.feed.subject.next({ kind: 'lost', channel: 'tick' });
    await pass(60);
    expect(rows.at(-1)?.freshness).toMatchObject({ state: 'stale', ageText: '1 sec. ago' });
  });
  it('takes the age of the value, however lately it came, by the clock of the exchange', async () => {
    world.feed.subject.next({ kind: 'clock', offsetMs: 600_000 });
    const { frames } = await open(list({ last: 0 }));
    publish([ticker('AAA-USDT', '11')], true, world.clock.now() + 600_000 - 50_000);
    await pass(60);
    expect(frames.at(-1)?.freshness).toMatchObject({ state: 'stale', ageText: '50 sec. ago' });
    publish([ticker('AAA-USDT', '12')], false, world.clock.now() + 600_000 - 500);
    await pass(60);
    expect(frames.at(-1)?.freshness.state).toBe('live');
  });
  it('tells the age of the exchange’s time when the device’s clock was set back', async () => {
    world.feed.subject.next({ kind: 'clock', offsetMs: 0 });
    publish([ticker('AAA-USDT', '11')], true);
    const { frames } = await open(list({ last: 0 }));
    await pass(60);
    world.clock.jump(-600_000, 0);
    publish([ticker('AAA-USDT', '12')], false, world.clock.now() + 600_000 - 20_000);
    await pass(60);
    expect(frames.at(-1)?.freshness).toMatchObject({ state: 'stale', ageText: '20 sec. ago' });
  });
  it('tells an age no shorter than the silence, whatever the clocks say', async () => {
    world.feed.subject.next({ kind: 'clock', offsetMs: -600_000 });
    publish([ticker('AAA-USDT', '11')], true);
    const { frames } = await open(list({ last: 0 }));
    await pass(7_060);
    expect(frames.at(-1)?.freshness).toMatchObject({ state: 'stale', ageText: '7 sec. ago' });
  });
  it('says when nothing is heard, and how long ago it was', async () => {
    publish([ticker('AAA-USDT', '11')], true);
    const { frames } = await open(list({ last: 0 }));
    await pass(60);
    expect(frames[0]?.freshness.state).toBe('live');
    await pass(7_000);
    expect(frames.at(-1)?.freshness).toMatchObject({ state: 'stale', ageText: '7 sec. ago' });
    expect(frames.length).toBeLessThan(6);
    world.feed.subject.next({ kind: 'alive', channels: ['tick'], at: world.clock.now() });
    await pass(60);
    expect(frames.at(-1)?.freshness.state).toBe('live');
  });
  it('never shows an age below zero', async () => {
    publish([ticker('AAA-USDT', '11')], true, world.clock.now() + 600_000);
    const { frames } = await open(list({ last: 0 }));
    await pass(6_000);
    expect(frames.every(({ freshness }) => freshness.ageMs >= 0)).toBe(true);
  });
  it('orders twenty thousand markets and still sends ten rows', async () => {
    world.markets = Array.from({ length: 20_000 }, (_, i) => market(`M${i}`));
    world.answers['market/list'] = () => ({ version: 'w', markets: world.markets });
    await pass(60_100);
    publish(
      world.markets.map(({ id }, i) => ticker(id, '11', `${i}`)),
      true,
    );
    const { frames } = await open(list({ sort: { column: 'volume', state: 1 } }));
    await pass(60);
    expect(frames[0]?.total).toBe(20_000);
    expect(frames[0]?.heads).toHaveLength(10);
    expect(frames[0]?.heads[0]?.[1].id).toBe('M19999-USDT');
  });
  it('leaves nothing open behind: opened and closed twice, as strict mode does', async () => {
    for (let i = 0; i < 2; i++) {
      const { handle } = await open(list());
      expect(world.feed.opened).toEqual(['tick']);
      await handle.close();
    }
    await pass(1_100);
    expect(world.feed.opened).toEqual([]);
    const { handle } = await open({ kind: 'book', id: 'AAA-USDT', depth: 5 });
    await handle.close();
    await world.session.close();
    await pass(1_100);
    expect(world.feed.opened).toEqual([]);
  });

  it('keeps rows that are not in sight up once a second, and at once when they come into it', async () => {
    publish([ticker('AAA-USDT', '11'), ticker('BBB-USDT', '21')], true);
    const view = list({ quote: 'USDT', last: 1, sight: { first: 0, last: 0 } });
    const { frames, handle } = await open(view);
    await pass(60);
    expect(texts(frames[0])).toEqual(['11.000', '21.000']);
    const prices = (from: number) => frames.slice(from).flatMap((frame) => texts(frame));
    let from = frames.length;
    await pass(1_000);
    publish([ticker('AAA-USDT', '12'), ticker('BBB-USDT', '22')]);
    await pass(60);
    expect(prices(from)).toEqual(['12.000', '22.000']);
    from = frames.length;
    publish([ticker('AAA-USDT', '13'), ticker('BBB-USDT', '23')]);
    await pass(500);
    expect(prices(from)).toEqual(['13.000']);
    await handle.update({ ...view, sight: { first: 0, last: 1 } });
    await pass(60);
    expect(prices(from)).toEqual(['13.000', '23.000']);
    from = frames.length;
    await handle.update(view);
    publish([ticker('BBB-USDT', '24')]);
    await pass(100);
    expect(prices(from)).toEqual([]);
    await pass(1_000);
    expect(prices(from)).toEqual(['24.000']);
  });

  it('orders at once for another sort, and at most once a second while prices move', async () => {
    publish([ticker('AAA-USDT', '11', '300'), ticker('BBB-USDT', '22', '200')], true);
    const view = list({ quote: 'USDT', sort: { column: 'volume', state: 1 } });
    const { frames, handle } = await open(view);
    await pass(60);
    publish([ticker('BBB-USDT', '22', '900')]);
    await pass(800);
    expect(order(frames).slice(0, 2)).toEqual(['AAA-USDT', 'BBB-USDT']);
    await pass(300);
    expect(order(frames).slice(0, 2)).toEqual(['BBB-USDT', 'AAA-USDT']);
    await handle.update({ ...view, sort: { column: 'price', state: 2 } });
    await pass(60);
    expect(order(frames)).toEqual(['BTC-USDT', 'CCC-USDT', 'AAA-USDT', 'BBB-USDT']);
  });
  it('keeps favourites under a finger too, though each update names them anew', async () => {
    publish([ticker('AAA-USDT', '11'), ticker('BBB-USDT', '22')], true);
    const view = list({
      list: 'favorites',
      ids: ['AAA-USDT', 'BBB-USDT'],
      sort: { column: 'price', state: 1 },
      held: true,
    });
    const { frames, handle } = await open(view);
    await pass(60);
    publish([ticker('AAA-USDT', '99')]);
    await handle.update({ ...view, ids: [...(view.ids ?? [])], last: 5 });
    await pass(2_000);
    expect(order(frames)).toEqual(['BBB-USDT', 'AAA-USDT']);
  });
  it('names favourites that no list has, until they are taken off or a list has them', async () => {
    publish([ticker('AAA-USDT', '11')], true);
    const view = list({ list: 'favorites', ids: ['GONE-USDT', 'NEW-USDT', 'AAA-USDT'] });
    const { frames, handle } = await open(view);
    await pass(60);
    expect(frames.at(-1)).toMatchObject({ total: 1, missing: ['GONE-USDT', 'NEW-USDT'] });
    await handle.update({ ...view, ids: ['NEW-USDT', 'AAA-USDT'] });
    await pass(1_000);
    expect(frames.at(-1)?.missing).toEqual(['NEW-USDT']);
    const markets = [...world.markets, market('NEW')];
    world.answers['market/list'] = () => ({ version: 'w', markets });
    await pass(61_000);
    publish([ticker('NEW-USDT', '1')]);
    await pass(2_000);
    expect(frames.at(-1)).toMatchObject({ total: 2, missing: [] });
  });
  it('writes a price that stands still by the new tick of its market', async () => {
    world.markets = [market('AAB', 'BTC', { tick: '0.0001' })];
    endVisit();
    await start();
    await pass(20);
    publish([ticker('AAB-BTC', '0.0021')], true);
    const { frames } = await open(list());
    await pass(60);
    expect(texts(frames[0])).toEqual(['0.0021']);
    const markets = [market('AAB', 'BTC', { tick: '0.0000001' })];
    world.answers['market/list'] = () => ({ version: 'finer', markets });
    await pass(62_000);
    expect(frames.flatMap((frame) => texts(frame))).toEqual(['0.0021', '0.0021000']);
  });
  it('sends only the rows that a moved window brings in', async () => {
    publish(
      world.markets.map(({ id }) => ticker(id, '11')),
      true,
    );
    const { frames, handle } = await open(list({ quote: 'USDT', first: 0, last: 1 }));
    await pass(60);
    await handle.update(list({ quote: 'USDT', first: 1, last: 2 }));
    await pass(60);
    expect(frames[1]?.heads.map(([place, { id }]) => [place, id])).toEqual([[2, 'BTC-USDT']]);
    expect(frames[1]?.cells.filter((_, i) => i % 4 === 0)).toEqual([2, 2]);
  });
  it('shows the newest price of a market whose listing came after it', async () => {
    endVisit();
    let answer: (list: unknown) => void = () => undefined;
    world.answers['market/list'] = () =>
      new Promise((resolve) => {
        answer = resolve;
      });
    await start();
    publish([ticker('AAA-USDT', '11')], true);
    publish([ticker('AAA-USDT', '12')]);
    const { frames } = await open(list({ last: 0 }));
    await pass(60);
    expect(frames).toEqual([]);
    answer({ version: 'v', markets: world.markets });
    await pass(60);
    expect(texts(frames[0])).toEqual(['12.000']);
  });
  it('asks for the list again when the feed knows markets that it does not', async () => {
    world.answers['market/list'] = () => ({ version: 'v2', markets: [...world.markets, market('NEW')] });
    publish([ticker('AAA-USDT', '11'), ticker('NEW-USDT', '5')], true);
    const { frames } = await open(list({ list: 'search', query: 'new' }));
    await pass(60);
    expect(order(frames)).toEqual(['NEW-USDT']);
    expect(texts(frames[0])).toEqual(['5.0000']);
  });
  it('prices a row in dollars anew when only the rate moved', async () => {
    publish([ticker('AAB-BTC', '0.5'), ticker('BTC-USDT', '60000')], true);
    const { frames } = await open(list({ quote: 'BTC', columns: ['value0', 'value3'] }));
    await pass(60);
    expect(texts(frames[0], 3)).toEqual(['$30,000.00']);
    publish([ticker('BTC-USDT', '61000')]);
    await pass(60);
    expect(frames[1]?.cells).toEqual([0, 3, '$30,500.00', 0]);
  });
  it('has a small picture of each row that is seen, asked for once and drawn in its box', async () => {
    const lines = [['AAA-USDT', ['1', '3', '2']]];
    let answer: (lines: unknown) => void = () => undefined;
    world.answers['market/sparklines'] = () =>
      new Promise((resolve) => {
        answer = resolve;
      });
    publish([ticker('AAA-USDT', '11')], true);
    const { frames } = await open(list({ last: 0, sparkline: true }));
    for (let i = 0; i < 20; i++) {
      publish([ticker('AAA-USDT', `${12 + i}`)]);
      await pass(50);
    }
    const requested = () =>
      world.requested.filter(([path]) => path.endsWith('sparklines')).map(([, body]) => body);
    expect(requested()).toEqual([{ ids: ['AAA-USDT'] }]);
    answer({ lines });
    await pass(60);
    const [, head] = frames.at(-1)?.heads[0] ?? [];
    expect(head).toMatchObject({ sparkline: 'M0.0 22.0L32.0 2.0L64.0 12.0', rises: true });
    world.answers['market/sparklines'] = () => ({
      code: 'unexpected',
      message: '',
      data: null,
      requestId: 'r',
    });
    for (let i = 0; i < 6; i++) {
      await world.clock.advance(52_000);
      await world.session.ping();
    }
    publish([ticker('AAA-USDT', '5')]);
    await pass(100);
    expect(requested().length).toBeGreaterThan(1);
    expect(
      frames.every(({ heads }, i) => i === 0 || heads.every(([, { sparkline }]) => sparkline !== '')),
    ).toBe(true);
  });
  it('serves two pages, each in its language', async () => {
    publish([ticker('AAA-USDT', '1234.5')], true);
    const other = await connect({ language: 'de' });
    const [ours, theirs] = [await open(list({ last: 0 })), await open(list({ last: 0 }), other)];
    await pass(60);
    expect([texts(ours.frames[0]), texts(theirs.frames[0])]).toEqual([['1,234.50'], ['1.234,50']]);
    await other.close();
    publish([ticker('AAA-USDT', '2')]);
    await pass(60);
    expect([ours.frames.length, theirs.frames.length]).toEqual([2, 1]);
  });
});
