import { expect, it } from 'vitest';
import { numberStyleOf } from '../../domain/index.ts';
import { MarketRows } from '../../workers/streams/marketRows.ts';
import { fundingSums } from '../../workers/views/perpetual/fundingSums.ts';
import { textsOf } from '../../workers/views/perpetual/texts.ts';
import { market } from './world.ts';

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
