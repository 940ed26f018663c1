/**
 * Every hold matches its purpose, in both directions: each live order, position, withdrawal, contract and
 * storage order has its hold, of its own owner and in its own amount, and each hold has one of them.
 */
export const HOLD_CHECK = `
  with due (kind, ref_id, owner_id, amount) as (
    select 'order', id || '.' || rank, user_id, case side
        when 'sell' then quantity - filled
        else ceil(most * quantity * 1e8) / 1e8 - ceil(most * filled * 1e8) / 1e8 end
      -- A stop at market puts aside for the market's protection above its trigger.
      from (select *, coalesce(price, stop_price * 1.05) as most from spot_order) as priced where status in ('waiting', 'open', 'partial') and not is_covered
    union all
    select 'order', 'futures.' || id || case when rank = id then '' else '.' || rank end, user_id, held
      from futures_order where status in ('waiting', 'open', 'partial')
    union all
    select 'margin', 'futures.' || id || '.' || margin_ref, user_id, margin
      from futures_position where closed_at is null
    union all
    select 'withdrawal', id::text, user_id, amount from withdrawal where state in ('requested', 'approved', 'sent')
    union all
    select 'cycle', id::text, user_id, stake + fee from cycle_contract where outcome is null
    union all
    select 'cycle', id || ':win', null, win from cycle_contract where outcome is null
    union all
    select 'storage', 'order:' || id, null, trunc(amount * rate * days, 8) - earned
      from storage_order where next_at is not null
  ), wanted as (
    select * from due where amount <> 0
  ), found as (
    select h.kind, h.ref_id, a.owner_id, h.remaining as amount
      from hold h join account a on a.id = h.account_id where h.remaining <> 0
  )
  select coalesce(f.kind, w.kind) || ' hold ' || coalesce(f.ref_id, w.ref_id) as place,
    coalesce(trim_scale(f.amount) || ' of ' || coalesce(f.owner_id::text, 'the house'), 'none') as found,
    coalesce(trim_scale(w.amount) || ' of ' || coalesce(w.owner_id::text, 'the house'), 'none') as expected
  from found f full join wanted w on w.kind = f.kind and w.ref_id = f.ref_id
    and w.owner_id is not distinct from f.owner_id
  where f.amount is distinct from w.amount`;

/**
 * OCO pairs: at most one of the two orders has traded or been triggered; until then both are live or neither
 * is, and while both are live one of them holds for both.
 */
export const PAIR_CHECK = `
  with leg as (
    select *, status in ('waiting', 'open', 'partial') as is_live, filled > 0 or triggered_at is not null as is_begun
      from spot_order where partner_id is not null
  )
  select 'spot order ' || a.id as place,
    a.status || ' ' || trim_scale(a.filled) || case when a.is_covered then ' covered' else '' end as found,
    'beside ' || coalesce(b.status || ' ' || trim_scale(b.filled), 'nothing') as expected
  from leg a left join leg b on b.id = a.partner_id and b.partner_id = a.id
  where b.id is null or (a.is_begun and b.is_begun) or (a.is_live and not a.is_begun and not b.is_live)
    or (a.is_begun and b.is_live) or (a.is_live and b.is_live and a.is_covered = b.is_covered)
    or (a.is_live and a.is_covered and not b.is_live)`;

/**
 * Brackets: exits sell no more than their entry has received, and no entry still buys once one of its exits has traded
 * or been triggered.
 */
export const BRACKET_CHECK = `
  select 'spot order ' || e.id as place,
    string_agg(x.id || ' ' || x.status || ' ' || trim_scale(x.quantity), ', ' order by x.id) as found,
    'within ' || trim_scale(e.filled - e.fee) as expected
  from spot_order e join spot_order x on x.entry_id = e.id
  group by e.id having max(x.quantity) > e.filled - e.fee
    or (e.status in ('waiting', 'open', 'partial') and bool_or(x.filled > 0 or x.triggered_at is not null))
    or (e.take_profit is null and e.stop_loss is null)`;
