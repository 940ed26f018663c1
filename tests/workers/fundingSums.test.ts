import { describe, expect, it } from 'vitest';
import { numberStyleOf } from '../../domain/index.ts';
import { MarketRows } from '../../workers/streams/marketRows.ts';
import { fundingSums } from '../../workers/views/perpetual/fundingSums.ts';
import { textsOf } from '../../workers/views/perpetual/texts.ts';
// Loaded before, as a first load takes the time of the machine and not of the test's clock.
import '../../workers/views/userViews.ts';
import { market, open, pass, world, worldForEach } from './world.ts';

const rows = new MarketRows();
const btc = market('BTC', 'USDT', { kind: 'perpetual' });
rows.setMarkets([btc]);
const texts = textsOf(undefined, numberStyleOf('en-US'));
const one = { market: btc.id, received: '1.25', paid: '3.5', count: 6 };

it('funding is summed over all markets, and shown by market where there are several', () => {
  const other = { market: 'GONE-USDT-PERP', received: '10', paid: '0', count: 2 };
  const sums = fundingSums([one, other], rows, texts);
  expect(sums.all).toMatchObject({ net: '+7.75', direction: 1, received: '11.25', paid: '3.50', count: 8 });
  expect(sums.markets.map(({ name, net }) => [name, net])).toEqual([
    [btc.name, '−2.25'],
    ['GONE-USDT-PERP', '+10.00'],
  ]);
  expect(fundingSums([one], rows, texts).markets).toEqual([]);
  expect(fundingSums([], rows, texts).all).toMatchObject({ direction: 0, count: 0 });
});

describe('sums of funding', () => {
  worldForEach();
  it('of one period never stand under another, whether or not its own can be had', async () => {
    world.answers['funding/sums'] = () => ({ rows: [one] });
    const view = { kind: 'fundingSums', from: 1, to: 2, turn: 0 } as const;
    const { frames, handle } = await open(view);
    await pass(100);
    expect(frames.at(-1)?.sums?.all.net).toBe('−2.25');
    world.answers = {};
    await handle.update({ ...view, turn: 1 });
    await pass(100);
    // Requested again, what was known of it stands.
    expect(frames.at(-1)).toMatchObject({ sums: { all: { net: '−2.25' } }, failed: { code: 'networkDown' } });
    const before = frames.length;
    await handle.update({ ...view, from: 2, turn: 1 });
    await pass(100);
    expect(frames.length).toBeGreaterThan(before);
    expect(frames.slice(before).flatMap(({ sums }) => sums ?? [])).toEqual([]);
  });
});
