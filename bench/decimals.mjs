import { loadPeer } from './install.mjs';

/** Digits that are looked at when figures of two libraries are compared: more than any screen shows. */
export const DIGITS = 8;
const SCALE = 18;
const ONE = 10n ** BigInt(SCALE);

/** Figures by a library of decimal objects; all three have the same names of methods. */
const byObjects =
  (Of) =>
  ({ positions, rate, fee }) => {
    const parsed = positions.map((each) => ({
      ...each,
      quantity: new Of(each.quantity),
      cost: new Of(each.cost),
      base: new Of(each.margin).minus(new Of(each.cost).times(each.sign)),
      coefficient: new Of(rate).plus(fee).minus(each.sign),
    }));
    return (mark) => {
      const price = new Of(mark);
      return parsed.map(({ quantity, cost, sign, leverage, base, coefficient }) => {
        const profit = quantity.times(price).minus(cost).times(sign);
        const liquidation = base.div(quantity.times(coefficient));
        return [profit.toFixed(), profit.times(leverage).div(cost).toFixed(), liquidation.toFixed()];
      });
    };
  };

function toFixedPoint(text) {
  const [whole, part = ''] = text.replace('-', '').split('.');
  const value = BigInt(whole + part.padEnd(SCALE, '0').slice(0, SCALE));
  return text.startsWith('-') ? -value : value;
}

function fromFixedPoint(value) {
  const text = (value < 0n ? -value : value).toString().padStart(SCALE + 1, '0');
  return `${value < 0n ? '-' : ''}${text.slice(0, -SCALE)}.${text.slice(-SCALE)}`;
}

/** Whole numbers of 10⁻¹⁸, every product and quotient cut off. */
function byBigInt({ positions, rate, fee }) {
  const parsed = positions.map(({ quantity, cost, margin, leverage, sign }) => ({
    quantity: toFixedPoint(quantity),
    cost: toFixedPoint(cost),
    leverage: BigInt(leverage),
    sign: BigInt(sign),
    base: toFixedPoint(margin) - toFixedPoint(cost) * BigInt(sign),
    coefficient: toFixedPoint(rate) + toFixedPoint(fee) - BigInt(sign) * ONE,
  }));
  return (mark) => {
    const price = toFixedPoint(mark);
    return parsed.map(({ quantity, cost, leverage, sign, base, coefficient }) => {
      const profit = ((quantity * price) / ONE - cost) * sign;
      const liquidation = (base * ONE) / ((quantity * coefficient) / ONE);
      return [profit, (profit * leverage * ONE) / cost, liquidation].map(fromFixedPoint);
    });
  };
}

function byFloats({ positions, rate, fee }) {
  const parsed = positions.map(({ quantity, cost, margin, leverage, sign }) => ({
    quantity: Number(quantity),
    cost: Number(cost),
    leverage,
    sign,
    base: Number(margin) - Number(cost) * sign,
    coefficient: Number(rate) + Number(fee) - sign,
  }));
  return (mark) => {
    const price = Number(mark);
    return parsed.map(({ quantity, cost, leverage, sign, base, coefficient }) => {
      const profit = (quantity * price - cost) * sign;
      return [profit, (profit * leverage) / cost, base / (quantity * coefficient)].map(String);
    });
  };
}

/** What computes the figures of positions, by name; decimal.js is what the others are compared with. */
export async function libraries() {
  const [exact, big, light] = await Promise.all(
    ['decimal.js', 'bignumber.js', 'decimal.js-light'].map(loadPeer),
  );
  const Exact = exact.default.clone({ precision: 60 });
  return {
    /** A figure's digits as they may be shown; rounded half up. */
    shown: (text) => new Exact(text).toFixed(DIGITS, Exact.ROUND_HALF_UP),
    reference: byObjects(Exact),
    peers: {
      'decimal.js': byObjects(exact.default.clone()),
      'bignumber.js': byObjects(big.default),
      'decimal.js-light': byObjects(light.default),
      'BigInt fixed point': byBigInt,
      float64: byFloats,
    },
  };
}
