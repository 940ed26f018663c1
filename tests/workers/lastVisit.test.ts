import { describe, expect, it } from 'vitest';
import { endVisit, list, open, pass, publish, start, texts, ticker, world, worldForEach } from './world.ts';

worldForEach();

describe('the last visit', () => {
  it('is shown at once with its age, until the feed speaks', async () => {
    endVisit();
    world.kept.set('market', {
      at: world.clock.now() - 3_600_000,
      markets: world.markets,
      rows: [['AAA-USDT', '11', '10', '1', '12', '8']],
    });
    world.answers = {};
    await start();
    const { frames } = await open(list({ last: 0 }));
    await pass(60);
    expect(frames[0]?.freshness).toMatchObject({ state: 'cached', ageText: '1 hr. ago' });
    expect(texts(frames[0])).toEqual(['11.000']);
    world.feed.subject.next({ kind: 'link', state: 'live' });
    publish([ticker('AAA-USDT', '12')], true);
    await pass(60);
    expect(frames.at(-1)?.freshness.state).toBe('live');
  });
  it('takes nothing from a row that has come before it', async () => {
    endVisit();
    let read: (value: unknown) => void = () => undefined;
    world.kept.get = () =>
      new Promise((resolve) => {
        read = resolve;
      });
    await start();
    const { frames } = await open({ kind: 'ticker', id: 'AAA-USDT' });
    await pass(60);
    const at = world.clock.now();
    world.feed.subject.next({ kind: 'link', state: 'live' });
    world.feed.subject.next({
      kind: 'tickers',
      channel: 'row:AAA-USDT',
      snapshot: false,
      at,
      rows: [ticker('AAA-USDT', '15')],
    });
    read({
      at: at - 3_600_000,
      markets: world.markets,
      rows: [
        ['AAA-USDT', '11', '10', '1', '12', '8'],
        ['BBB-USDT', '5', '10', '1', '12', '8'],
      ],
    });
    await pass(60);
    expect(frames.at(-1)?.price).toBe('15.000');
    const { frames: others } = await open({ kind: 'ticker', id: 'BBB-USDT' });
    await pass(60);
    expect(others.at(-1)).toMatchObject({ price: '5.0000', freshness: { state: 'cached' } });
  });
  it.each([
    [undefined],
    ['x'],
    [{ at: -1, markets: [], rows: [] }],
    [{ at: 1, markets: [{}], rows: [] }],
    [{ at: 1, markets: [], rows: [['A', 'NaN', '1', '1', '1', '1']] }],
  ])('is left out when it is damaged: %j', async (damaged) => {
    endVisit();
    world.kept.set('market', damaged);
    world.answers = {};
    await start();
    const { frames } = await open(list());
    await pass(60);
    expect(frames).toEqual([]);
  });
  it('is written now and then', async () => {
    publish([ticker('AAA-USDT', '11')], true);
    await pass(10_100);
    expect(world.kept.get('market')).toMatchObject({ rows: [['AAA-USDT', '11', '10', '100', '12', '8']] });
  });

  it('is written when the page goes out of sight, since it may never come back', async () => {
    publish([ticker('AAA-USDT', '11')], true);
    await world.session.setSettings({ visible: false });
    expect(world.kept.get('market')).toMatchObject({ rows: [['AAA-USDT', '11', '10', '100', '12', '8']] });
  });
  it('is not written over by itself', async () => {
    endVisit();
    const before = { at: 1_000, markets: world.markets, rows: [['AAA-USDT', '11', '10', '1', '12', '8']] };
    world.kept.set('market', before);
    world.answers = {};
    await start();
    await pass(20_100);
    expect(world.kept.get('market')).toBe(before);
  });
  it('does not hold up the list when the store never answers', async () => {
    endVisit();
    world.kept.get = () => new Promise(() => undefined);
    await start();
    publish([ticker('AAA-USDT', '11')], true);
    const { frames } = await open(list({ last: 0 }));
    await pass(60);
    expect(texts(frames[0])).toEqual(['11.000']);
  });
});
