/** What is not answered by then has failed. */
const PATIENCE_MS = 15_000;
const MARKETS = ['BTC-USDT', 'ETH-USDT', 'SOL-USDT'];
const places = (step) => (step.includes('.') ? step.length - step.indexOf('.') - 1 : 0);

/**
 * The calls of an exchange that trusts its proxy, so that each user has an address and its limits.
 * @returns calls of anybody (`ask`), a new user (`join`) and the books' prices before a load (`prices`).
 */
export function callsOf(port) {
  const base = `http://127.0.0.1:${port}/api/xb/v1/`;
  async function ask(path, body, { token, key, from = '10.0.0.1' } = {}) {
    const answer = await fetch(base + path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': from,
        ...(token ? { authorization: token } : {}),
        ...(key ? { 'idempotency-key': key } : {}),
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const { code, data } = await answer.json();
    return { status: answer.status, code, data };
  }
  return {
    ask,
    async join(i) {
      const from = `10.${1 + (i >> 8)}.${i & 255}.1`;
      const email = `bench${i}@people.example`;
      const { token } = (await ask('common/temp/token', {}, { from })).data;
      await ask('common/send/email', { email, purpose: 'register' }, { token, from });
      const { messages } = (await ask('dev/outbox', {}, { from })).data;
      const code = /\d{6}/.exec(messages.find(({ to }) => to === email).text)[0];
      const contact = { kind: 'email', email };
      const requested = { contact, code, password: 'tide1234x', agreed: true };
      const { data } = await ask('account/register', requested, { from });
      return { from, token: data.token, uid: data.uid, open: [] };
    },
    async prices() {
      const { data } = await ask('market/snapshot', { ch: MARKETS.map((id) => `book:${id}`) });
      const { markets } = (await ask('market/list', {})).data;
      return data.snaps.map(({ d }, i) => {
        const { tick, lot } = markets.find(({ id }) => id === MARKETS[i]);
        return { id: MARKETS[i], bid: Number(d.b[0][0]), tick, lot };
      });
    },
  };
}

/** About 6 USDT at a price, somewhat more than the least that a market takes. */
export const quantityOf = ({ lot }, price) => (6 / price + Number(lot)).toFixed(places(lot));

/** A bid that rests below the market. @param part of the best bid. */
export function restingBid(market, part) {
  const price = (market.bid * part).toFixed(places(market.tick));
  return {
    market: market.id,
    side: 'buy',
    type: 'limit',
    price,
    quantity: quantityOf(market, Number(price)),
  };
}
