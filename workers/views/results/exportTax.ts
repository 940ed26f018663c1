import type { RecordRow } from '../../../domain/contract/index.ts';
import type { Dec, MovementKind, Result } from '../../../domain/index.ts';
import { D, defined, toText } from '../../../domain/index.ts';
import type { TaxExport, TaxFormat } from '../../protocol.ts';
import type { Caller } from '../../session/caller.ts';
import { allRows } from '../../session/export.ts';
import { ownText } from './exportResults.ts';

interface Amount {
  readonly amount: Dec;
  readonly asset: string;
}
/** One entry of the ledger as tax programs see it: what went, what came, and what of it was a fee. */
export interface TaxEntry {
  /** ms UTC. */
  readonly at: number;
  readonly kind: MovementKind;
  readonly reference: string;
  readonly sent?: Amount;
  readonly received?: Amount;
  readonly fee?: Amount;
}

/** All movements of the user as CSV in the columns of a tax program, the newest first. */
export async function exportTax(call: Caller, what: TaxExport): Promise<Result<string>> {
  const { from, to } = what;
  const rows = await allRows<RecordRow, string>((part) =>
    call('account.records', { ...defined({ from, to }), ...part }),
  );
  return rows.ok ? { ok: true, data: taxText(rows.data, what) } : rows;
}

/** @param rows movements in the ledger's order. */
export function taxText(
  rows: readonly RecordRow[],
  { format, venue }: Pick<TaxExport, 'format' | 'venue'>,
): string {
  const { head, lineOf } = FORMATS[format];
  const lines = taxEntries(rows).map((entry) => lineOf(entry, venue));
  return `${[head, ...lines].join('\r\n')}\r\n`;
}

/** Entries of the ledger by their number. One that only moves money between accounts of the user is none. */
export function taxEntries(rows: readonly RecordRow[]): readonly TaxEntry[] {
  const byEntry = new Map<string, RecordRow[]>();
  for (const row of rows) {
    const [entry = ''] = row.id.split('.');
    byEntry.set(entry, [...(byEntry.get(entry) ?? []), row]);
  }
  return [...byEntry].flatMap(([reference, lines]) => entriesOf(reference, lines));
}

function entriesOf(reference: string, lines: readonly RecordRow[]): readonly TaxEntry[] {
  const [{ at, kind } = { at: 0, kind: 'transfer' as const }] = lines;
  const sums = sumsOf(lines);
  const gained = sums.filter(({ sum }) => sum.gt(0));
  const spent = sums.filter(({ sum }) => sum.lt(0));
  const [came, went] = [gained[0], spent[0]];
  const base = { at, kind, reference };
  if (came && went && gained.length === 1 && spent.length === 1) {
    // What was taken off the asset that came is the fee of it.
    const fee = came.taken.isZero() ? {} : { fee: amountOf(came.asset, came.taken) };
    const received = amountOf(came.asset, came.sum.plus(came.taken));
    return [{ ...base, sent: amountOf(went.asset, went.sum), received, ...fee }];
  }
  // More than two assets belong to no exchange of one for the other: each stands for itself.
  return [
    ...gained.map(({ asset, sum }) => ({ ...base, received: amountOf(asset, sum) })),
    ...spent.map(({ asset, sum }) => ({ ...base, sent: amountOf(asset, sum) })),
  ];
}

const amountOf = (asset: string, sum: D): Amount => ({ asset, amount: toText(sum.abs()) });

/** By asset: what came in all, and what of it was taken off at once. */
function sumsOf(lines: readonly RecordRow[]) {
  const sums = new Map<string, { sum: D; taken: D }>();
  for (const { asset, amount } of lines) {
    const known = sums.get(asset) ?? { sum: new D(0), taken: new D(0) };
    const value = new D(amount);
    sums.set(asset, {
      sum: known.sum.plus(value),
      taken: value.isNegative() ? known.taken.minus(value) : known.taken,
    });
  }
  return [...sums].map(([asset, each]) => ({ asset, ...each }));
}

interface Columns {
  readonly head: string;
  readonly lineOf: (entry: TaxEntry, venue: string) => string;
}

const EMPTY: Amount = { amount: '', asset: '' };

/** Labels that Koinly knows, for what came and for what went; others are plain deposits, withdrawals and trades. */
const LABELS: { readonly [K in MovementKind]?: readonly [received: string, sent: string] } = {
  fee: ['fee refund', 'cost'],
  realizedPl: ['realized gain', 'realized gain'],
  funding: ['realized gain', 'realized gain'],
  liquidation: ['realized gain', 'realized gain'],
  cycle: ['realized gain', 'realized gain'],
  interest: ['reward', 'cost'],
  reward: ['reward', 'cost'],
};
/** The types of CoinTracking, in the same way. */
const TYPES: { readonly [K in MovementKind]?: readonly [received: string, sent: string] } = {
  fee: ['Other Income', 'Other Fee'],
  realizedPl: ['Derivatives / Futures Profit', 'Derivatives / Futures Loss'],
  funding: ['Derivatives / Futures Profit', 'Derivatives / Futures Loss'],
  liquidation: ['Derivatives / Futures Profit', 'Derivatives / Futures Loss'],
  cycle: ['Derivatives / Futures Profit', 'Derivatives / Futures Loss'],
  interest: ['Interest Income', 'Other Fee'],
  reward: ['Reward / Bonus', 'Other Fee'],
};

const isTrade = ({ sent, received }: TaxEntry): boolean => sent !== undefined && received !== undefined;
const chosen = (words: readonly [string, string] | undefined, { received }: TaxEntry): string | undefined =>
  words?.[received ? 0 : 1];

const FORMATS: Readonly<Record<TaxFormat, Columns>> = {
  koinly: {
    head: 'Date,Sent Amount,Sent Currency,Received Amount,Received Currency,Fee Amount,Fee Currency,Net Worth Amount,Net Worth Currency,Label,Description,TxHash',
    lineOf: (entry) => {
      const { at, sent = EMPTY, received = EMPTY, fee = EMPTY, kind, reference } = entry;
      const label = isTrade(entry) ? '' : (chosen(LABELS[kind], entry) ?? '');
      const date = new Date(at).toISOString().slice(0, 19).replace('T', ' ');
      return [
        `${date} UTC`,
        ...[sent, received, fee].flatMap(({ amount, asset }) => [amount, asset]),
        '',
        '',
        label,
        `${kind} ${reference}`,
        '',
      ].join(',');
    },
  },
  cointracking: {
    head: '"Type","Buy Amount","Buy Currency","Sell Amount","Sell Currency","Fee","Fee Currency","Exchange","Trade-Group","Comment","Date"',
    lineOf: (entry, venue) => {
      const { at, sent = EMPTY, received = EMPTY, fee = EMPTY, kind, reference } = entry;
      const plain = isTrade(entry) ? 'Trade' : entry.received ? 'Deposit' : 'Withdrawal';
      const type = isTrade(entry) ? plain : (chosen(TYPES[kind], entry) ?? plain);
      const date = new Date(at).toISOString().slice(0, 19).replace('T', ' ');
      return [
        type,
        ...[received, sent, fee].flatMap(({ amount, asset }) => [amount, asset]),
        venue,
        kind,
        reference,
        date,
      ]
        .map((field) => ownText(field) || '""')
        .join(',');
    },
  },
};
