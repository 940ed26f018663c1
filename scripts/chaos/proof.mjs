import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import pg from 'pg';

const root = new URL('../..', import.meta.url).pathname;
const run = promisify(execFile);

/**
 * What the database has of the commands that were acknowledged.
 * @param acknowledged by key: the order's id. @param watched uid of the user whose channel was read.
 * @returns how many are missing, how many orders are there that no answer named, or under two keys, and what the
 * watching user should have been reported last.
 */
export async function proveOrders(url, acknowledged, watched) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const keys = [...acknowledged.keys()];
    const kept = await client.query(
      `select c.key, (c.response -> 'order' ->> 'id')::bigint::text as id, o.id is not null as exists
       from command c left join spot_order o on o.id = (c.response -> 'order' ->> 'id')::bigint
       where c.key = any($1::text[])`,
      [keys],
    );
    const found = new Map(kept.rows.map((row) => [row.key, row]));
    const missing = keys.filter((key) => {
      const row = found.get(key);
      return !row?.exists || row.id !== String(acknowledged.get(key).id);
    });
    // Each order has one command that placed it, and each such command one order.
    const { rows: twice } = await client.query(
      `select o.id from spot_order o left join command c
         on c.user_id = o.user_id and c.key like 'place-%' and (c.response -> 'order' ->> 'id')::bigint = o.id
       where o.user_id in (select user_id from command where key like 'place-%')
       group by o.id having count(c.key) <> 1`,
    );
    return { missing: missing.length, twice: twice.length, ...(await stateOf(client, watched)) };
  } finally {
    await client.end();
  }
}

async function stateOf(client, uid) {
  const { rows: orders } = await client.query(
    `select o.id::int as id, o.status from spot_order o join app_user u on u.id = o.user_id where u.uid = $1`,
    [uid],
  );
  const { rows: balances } = await client.query(
    `select a.kind || ' ' || a.asset as account, trim_scale(a.posted)::text || ' ' || trim_scale(a.held)::text as amounts
     from account a join app_user u on u.id = a.owner_id where u.uid = $1 and a.kind in ('spot', 'futures')`,
    [uid],
  );
  return { orders, balances };
}

/** What a reader of the private channel was reported otherwise than it is, in words. */
export function differencesOf({ orders, balances }, watcher) {
  const lines = [];
  for (const { id, status } of orders)
    if (watcher.orders.has(id) && watcher.orders.get(id) !== status)
      lines.push(`order ${id} is ${status}, not ${watcher.orders.get(id)}`);
  for (const { account, amounts } of balances)
    if (watcher.balances.has(account) && watcher.balances.get(account) !== amounts)
      lines.push(`${account} is ${amounts}, not ${watcher.balances.get(account)}`);
  return lines;
}

/** Whether the books prove, by the operator's own command. */
export async function booksProve(url, env) {
  try {
    await run(process.execPath, [`${root}dist/server/ops.js`, 'ledger', 'verify'], {
      env: { ...process.env, ...env, DATABASE_URL: url },
    });
    return true;
  } catch (error) {
    console.log(`The books do not prove: ${error.stdout}${error.stderr}`);
    return false;
  }
}
