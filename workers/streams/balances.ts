import type { Balance, Dec } from '../../domain/index.ts';
import { D, toText } from '../../domain/index.ts';
import type { PrivateEvent } from './account.ts';

type PrivateRow = Extract<PrivateEvent, { row: unknown }>['row'];

/** The money of the logged-in user, as the exchange reported it last. */
export class Funds {
  readonly #balances = new Map<string, Balance>();
  #uid: string | undefined;
  #version = 0;
  #profileVersion = 0;
  #favouritesVersion = 0;
  #walletVersion = 0;
  /** Held as margin of open positions, USDT. */
  positionMargin: Dec = '0';
  /** Net of what is booked on perpetuals, USDT: price P/L, fees, position interest, what liquidations took. */
  realizedPl: Dec = '0';

  /** Whose; undefined until the snapshot. */
  get uid(): string | undefined {
    return this.#uid;
  }
  /** Rises with each change. */
  get version(): number {
    return this.#version;
  }
  /** Rises when something of the account itself has changed. */
  get profileVersion(): number {
    return this.#profileVersion;
  }
  /** Rises when favourites were kept on some device, and with each new snapshot. */
  get favouritesVersion(): number {
    return this.#favouritesVersion;
  }
  /** Rises when a deposit, a withdrawal or what was said of one has changed, and with each new snapshot. */
  get walletVersion(): number {
    return this.#walletVersion;
  }
  get balances(): readonly Balance[] {
    return [...this.#balances.values()];
  }

  take(event: PrivateEvent): void {
    if ('snapshot' in event) {
      const { uid, balances, positionMargin, realizedPl } = event.snapshot;
      this.#balances.clear();
      for (const balance of balances) this.#balances.set(keyOf(balance), balance);
      this.#uid = uid;
      this.positionMargin = positionMargin;
      this.realizedPl = realizedPl;
      this.#walletVersion += 1;
      this.#favouritesVersion += 1;
    } else if (event.row.type === 'balance') this.#takeBalance(event.row.body);
    else if (event.row.type === 'profile') this.#profileVersion += 1;
    else if (event.row.type === 'favourites') this.#favouritesVersion += 1;
    else if (/^(deposit|withdrawal)/.test(event.row.type)) this.#walletVersion += 1;
    else {
      const gain = gainOf(event.row);
      if (gain === undefined) return;
      this.realizedPl = toText(gain.plus(this.realizedPl));
    }
    this.#version += 1;
  }

  /** An older state never replaces a newer one. */
  #takeBalance(balance: Balance): void {
    const known = this.#balances.get(keyOf(balance));
    if (!known || balance.version > known.version) this.#balances.set(keyOf(balance), balance);
  }

  /** Nobody is logged in, or somebody else. */
  clear(): void {
    this.#balances.clear();
    this.#uid = undefined;
    this.positionMargin = '0';
    this.realizedPl = '0';
    this.#version += 1;
  }
}

/** What a row of the private channel books on perpetuals, quote; undefined when it is about something else. */
function gainOf(row: PrivateRow): D | undefined {
  if (row.type === 'futuresFill') return new D(row.body.profit).minus(row.body.fee);
  if (row.type === 'funding') return new D(row.body.amount);
  // With a price it is what the fund and the house settle between them.
  if (row.type === 'liquidation' && row.body.step === 'insurance' && row.body.price === null)
    return new D(row.body.insurance).negated();
  return undefined;
}

const keyOf = ({ account, asset }: Pick<Balance, 'account' | 'asset'>): string => `${account} ${asset}`;
