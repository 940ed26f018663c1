import * as v from 'valibot';
import { calls } from '../../../domain/contract/index.ts';
import type { CycleReceipt, IndexTick, Result } from '../../../domain/index.ts';
import {
  exactPercentText,
  exactText,
  NO_FIGURE,
  receiptChecks,
  sameContract,
  verifyReceipt,
  windowTicks,
} from '../../../domain/index.ts';
import type { CycleComparison, CycleProof } from '../../protocol.ts';
import type { Caller } from '../../session/caller.ts';
import type { Words } from '../../session/words.ts';

/** A receipt of the exchange, recomputed here; its hashes are compared with those that are public. */
export async function proofOf(call: Caller, id: number, words: Words): Promise<Result<CycleProof>> {
  const result = await call('cycle.receipt', { id });
  if (!result.ok) return result;
  const { receipt } = result.data;
  return { ok: true, data: checked(receipt, await hashesOf(call, receipt), 'same', words) };
}

/** A receipt from a file: recomputed here, and compared with the exchange where that answers. */
export async function proofOfText(call: Caller, text: string, words: Words): Promise<Result<CycleProof>> {
  const parsed = v.safeParse(calls['cycle.receipt'].response, { receipt: jsonOf(text) });
  if (!parsed.success) return { ok: false, error: { code: 'receiptInvalid', message: '' } };
  const { receipt } = parsed.output;
  const [hashes, record] = await Promise.all([hashesOf(call, receipt), recordOf(call, receipt)]);
  return { ok: true, data: checked(receipt, hashes, record, words) };
}

/** The last hash of each run stands for all before it. */
async function hashesOf(call: Caller, { contract, runs }: CycleReceipt): Promise<CycleComparison> {
  const { asset } = contract;
  const compared = await Promise.all(
    runs.map(async ({ ticks }): Promise<CycleComparison> => {
      const last = ticks.at(-1);
      if (!last) return 'unknown';
      const result = await call('cycle.ticks', { asset, from: last.seq, limit: 1 });
      const own = result.ok ? result.data.ticks.find(({ seq }) => seq === last.seq) : undefined;
      if (!result.ok) return 'unknown';
      return own?.hash === last.hash ? 'same' : 'other';
    }),
  );
  if (compared.includes('other')) return 'other';
  return compared.length > 0 && compared.every((each) => each === 'same') ? 'same' : 'unknown';
}

/** Only the owner of a contract may read its record. */
async function recordOf(call: Caller, receipt: CycleReceipt): Promise<CycleComparison> {
  const result = await call('cycle.receipt', { id: receipt.contract.id });
  if (!result.ok) return 'unknown';
  return sameContract(result.data.receipt, receipt) ? 'same' : 'other';
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function checked(
  receipt: CycleReceipt,
  hashes: CycleComparison,
  record: CycleComparison,
  words: Words,
): CycleProof {
  const { ok, failed, isWhole } = verifyReceipt(receipt);
  const { contract, result, rule, runs } = receipt;
  const ticks = runs.flatMap((run) => run.ticks);
  const { style } = words;
  const { sale, settlementPrice } = result;
  const decided = sale ? [sale.tick] : windowTicks(contract.endsAt, contract.cycle, ticks);
  const close = sale?.tick.price ?? settlementPrice;
  const shown = (tick: IndexTick) => ({
    seq: `${tick.seq}`,
    time: words.clockTime(tick.at),
    price: exactText(tick.price, style),
    hash: tick.hash,
  });
  return {
    id: `${contract.id}`,
    ok: ok && hashes !== 'other' && record !== 'other',
    hashes,
    record,
    settledAt: words.clockTime(result.settledAt),
    isWhole,
    checks: receiptChecks
      .filter((check) => check !== 'sale' || sale !== undefined)
      .map((check) => ({ check, ok: !failed.includes(check) })),
    outcome: result.outcome,
    entry: result.entry ? exactText(result.entry.price, style) : NO_FIGURE,
    settlement: close === null ? NO_FIGURE : exactText(close, style),
    sale: sale
      ? {
          chance: exactPercentText(sale.chance, style),
          volatility: exactPercentText(sale.volatility, style),
          kept: exactPercentText(sale.margin, style),
        }
      : null,
    points: sale ? NO_FIGURE : `${result.points}/${rule.points}`,
    ticks: `${ticks.length}`,
    deciding: [...(result.entry ? [result.entry] : []), ...decided].map(shown),
    json: `${JSON.stringify(receipt, null, 2)}\n`,
  };
}
