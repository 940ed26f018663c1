import * as v from 'valibot';
import { calls } from '../../../domain/contract/index.ts';
import type { CycleReceipt, IndexTick, Result } from '../../../domain/index.ts';
import { NO_FIGURE, receiptChecks, styleDigits, verifyReceipt, windowTicks } from '../../../domain/index.ts';
import type { CycleProof } from '../../protocol.ts';
import type { Caller } from '../../session/calls.ts';
import type { Words } from '../../session/words.ts';

/** A receipt of the exchange, recomputed here. */
export async function proofOf(call: Caller, id: number, words: Words): Promise<Result<CycleProof>> {
  const result = await call('cycle.receipt', { id });
  return result.ok ? { ok: true, data: checked(result.data.receipt, words) } : result;
}

/** A receipt from a file; no network is asked. */
export function proofOfText(text: string, words: Words): Result<CycleProof> {
  const parsed = v.safeParse(calls['cycle.receipt'].response, { receipt: jsonOf(text) });
  return parsed.success
    ? { ok: true, data: checked(parsed.output.receipt, words) }
    : { ok: false, error: { code: 'receiptInvalid', message: '' } };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function checked(receipt: CycleReceipt, words: Words): CycleProof {
  const { ok, failed, isWhole } = verifyReceipt(receipt);
  const { contract, result, rule, runs } = receipt;
  const ticks = runs.flatMap((run) => run.ticks);
  const { style } = words;
  const decided = windowTicks(contract.endsAt, contract.cycle, ticks);
  const shown = (tick: IndexTick) => ({
    seq: `${tick.seq}`,
    time: words.clockTime(tick.at),
    price: styleDigits(tick.price, style),
    hash: tick.hash,
  });
  return {
    id: `${contract.id}`,
    ok,
    isWhole,
    checks: receiptChecks.map((check) => ({ check, ok: !failed.includes(check) })),
    outcome: result.outcome,
    entry: result.entry ? styleDigits(result.entry.price, style) : NO_FIGURE,
    settlement: result.settlementPrice === null ? NO_FIGURE : styleDigits(result.settlementPrice, style),
    points: `${result.points}/${rule.points}`,
    ticks: `${ticks.length}`,
    deciding: [...(result.entry ? [result.entry] : []), ...decided].map(shown),
    json: `${JSON.stringify(receipt, null, 2)}\n`,
  };
}
