import { SETTLEMENT_ASSET } from '../../../../domain/index.ts';
import type { CommandDeps } from '../../../base/commands/command.ts';
import { run } from '../../../base/commands/command.ts';
import type { HouseKind } from '../../../books/ledger/ledger.ts';
import { addAssets, post } from '../../../books/ledger/ledger.ts';

/** Initial funding of the insurance fund and of the house's account for perpetuals, once, in USDT. [ours] */
const STOCK: readonly (readonly [HouseKind, string])[] = [
  ['insurance', '1000000'],
  ['house_perpetual', '20000000'],
];

/** Funds both accounts, unless that was done before. */
export async function stockFund(deps: CommandDeps): Promise<void> {
  await addAssets(deps.db, [SETTLEMENT_ASSET]);
  await run(deps, async ({ tx, at }) => {
    for (const [kind, amount] of STOCK) {
      const known = await tx.query(
        "select 1 from journal where code = 'houseFunding' and ref_type = 'perpetual' and ref_id = $1",
        [kind],
      );
      if (known.length > 0) continue;
      await post(tx, { code: 'houseFunding', refType: 'perpetual', refId: kind }, at, [
        { account: { kind: 'ext_genesis', asset: SETTLEMENT_ASSET }, amount: `-${amount}` },
        { account: { kind, asset: SETTLEMENT_ASSET }, amount },
      ]);
    }
  });
}
