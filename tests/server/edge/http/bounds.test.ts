import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CallName } from '../../../../domain/contract/index.ts';
import type { TestExchange, User } from '../../../support/exchange.ts';
import { openExchange } from '../../../support/exchange.ts';

let x: TestExchange;
let user: User;
beforeAll(async () => {
  x = await openExchange();
  user = await x.newUser();
});
afterAll(() => x.close());

const SPOT = 'BTC-USDT';
const PERP = 'BTC-USDT-PERP';
const ask = (name: CallName, body: object, locale = 'de') =>
  x.ask(name, body, { token: user.token, key: x.newKey(), headers: { locale } });
const price = () => String(Math.floor(Number(x.exchange.source.last(SPOT)) * 0.9));

/** Calls with an amount that one figure of the exchange forbids. */
const calls = {
  spot: () => ['spot.place', { ...order(SPOT), side: 'buy', quantity: '0.000015' }],
  scaled: () => [
    'spot.placeScaled',
    {
      ...{ market: SPOT, side: 'buy', count: 5, shape: 'flat', quantity: '0.0001' },
      ...{ from: price(), to: String(Number(price()) - 100) },
    },
  ],
  perpetual: () => ['perpetual.place', { ...order(PERP), side: 'long', price: '60000.005' }],
  storage: async () => {
    const { plans } = (await ask('storage.plans', {})).data;
    const plan = plans.find(
      ({ asset, days }: { asset: string; days: number }) => asset === 'USDT' && days === 7,
    );
    const { id, version } = plan;
    return ['storage.open', { plan: id, version, amount: '99.99', agreed: true, autoRenew: false }];
  },
  cycle: async () => {
    const { data } = await ask('cycle.quote', { asset: SPOT, cycle: '1h' });
    return ['cycle.buy', { quote: data.id, direction: 'up', amount: '5000.01' }];
  },
} as const satisfies Record<string, () => unknown>;
const order = (market: string) => ({ market, type: 'limit', price: price(), quantity: '0.01' });

it.each([
  ['spot', 'orderLot', 'Die Menge geht in Schritten von 0,00001 BTC.'],
  ['scaled', 'orderTotal', 'Die Mindestorder ist 5 USDT.'],
  ['perpetual', 'orderTick', 'Der Preis geht in Schritten von 0,1 USDT.'],
  ['storage', 'escrowTooSmall', 'Der kleinste Betrag dieses Plans ist 100 USDT.'],
  ['cycle', 'stakeTooLarge', 'Der größte Betrag eines Kontrakts ist 5.000 USDT.'],
] as const)(
  'a refused amount of %s names the figure in the language of the request',
  async (kind, code, words) => {
    const [name, body] = await calls[kind]();
    expect(await ask(name as CallName, body as object)).toMatchObject({ code, message: words });
  },
);
