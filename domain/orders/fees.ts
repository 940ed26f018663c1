import type { Dec } from '../decimal.ts';

/** Fees of a fill by its role, fractions. */
export interface Fees {
  readonly maker: Dec;
  readonly taker: Dec;
}
/** Of spot as a fraction of what is received, of perpetuals as a fraction of the fill's value. */
export interface FeeSchedule {
  readonly spot: Fees;
  readonly perpetual: Fees;
}

/** Where a venue says nothing else. [ours, as large venues charge beginners] */
export const usualFees: FeeSchedule = {
  spot: { maker: '0.0008', taker: '0.001' },
  perpetual: { maker: '0.0002', taker: '0.0005' },
};

/** What holds in this process: an exchange reads it from its database, a page from the exchange. */
let inForce = usualFees;

/** Changes what holds, for everything that is decided or previewed from here on. */
export function setFees(schedule: FeeSchedule): void {
  inForce = schedule;
}
/** The schedule in force in this process. */
export const feesInForce = (): FeeSchedule => inForce;

const feesOf = (product: keyof FeeSchedule): Fees => ({
  get maker() {
    return inForce[product].maker;
  },
  get taker() {
    return inForce[product].taker;
  },
});

/** Fee rates of spot as of the moment they are read: they follow `setFees`. */
export const spotFees = /*#__PURE__*/ feesOf('spot');
/** Fee rates of perpetuals as of the moment they are read: they follow `setFees`. */
export const perpetualFees = /*#__PURE__*/ feesOf('perpetual');
