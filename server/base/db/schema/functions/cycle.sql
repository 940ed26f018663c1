-- A tick follows the newest one: nobody adds to the past.
create or replace function cycle_tick_follows() returns trigger language plpgsql
  set enable_seqscan to off set enable_bitmapscan to off set enable_sort to off as $$
declare last cycle_tick%rowtype;
begin
  select * into last from cycle_tick where asset = new.asset order by seq desc limit 1;
  if new.seq <> coalesce(last.seq, 0) + 1 or new.at <= coalesce(last.at, -1) then
    raise exception 'tick % of % does not follow', new.seq, new.asset using errcode = '23514', constraint = 'cycle_tick_follows';
  end if;
  return new;
end $$;

-- Terms never change; entry and result are set once.
create or replace function cycle_contract_frozen() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.outcome is not null
    or (old.id, old.user_id, old.account_id, old.quote_id, old.asset, old.kind, old.direction, old.cycle, old.window_ms,
      old.stake, old.rate, old.win, old.fee, old.volatility, old.accepted_at, old.starts_at, old.ends_at)
    is distinct from (new.id, new.user_id, new.account_id, new.quote_id, new.asset, new.kind, new.direction, new.cycle,
      new.window_ms, new.stake, new.rate, new.win, new.fee, new.volatility, new.accepted_at, new.starts_at, new.ends_at)
    or (old.entry_seq is not null and (old.entry_seq, old.entry_at, old.entry_price, old.entry_hash)
      is distinct from (new.entry_seq, new.entry_at, new.entry_price, new.entry_hash)) then
    raise exception 'contract % is fixed', old.id using errcode = '42501';
  end if;
  return new;
end $$;

create or replace function cycle_text(p numeric) returns text language sql immutable as $$ select trim_scale(p)::text $$;

-- A contract as its owner sees it.
create or replace function cycle_row(c cycle_contract) returns jsonb language sql stable as $$
  select jsonb_build_object('id', c.id, 'asset', c.asset, 'kind', c.kind, 'direction', c.direction, 'cycle', c.cycle,
    'amount', cycle_text(c.stake), 'rate', cycle_text(c.rate), 'fee', cycle_text(c.fee),
    'acceptedAt', c.accepted_at, 'startsAt', c.starts_at, 'endsAt', c.ends_at,
    'entry', case when c.entry_seq is not null then jsonb_build_object('seq', c.entry_seq, 'at', c.entry_at,
      'price', cycle_text(c.entry_price), 'hash', c.entry_hash) end,
    'settlementPrice', cycle_text(c.settlement_price), 'points', c.points, 'outcome', c.outcome, 'reason', c.reason,
    'payout', cycle_text(c.payout), 'profit', cycle_text(c.payout - c.stake), 'settledAt', c.settled_at,
    'version', c.version)
    || case when c.sale_seq is null then '{}'::jsonb else jsonb_build_object('sale', jsonb_build_object(
      'acceptedAt', c.sale_accepted_at, 'tick', jsonb_build_object('seq', c.sale_seq, 'at', c.sale_at,
        'price', cycle_text(c.sale_price), 'hash', c.sale_hash),
      'volatility', cycle_text(c.sale_volatility), 'chance', cycle_text(c.sale_chance),
      'margin', cycle_text(c.sale_margin), 'least', cycle_text(c.sale_least))) end
$$;

-- What is published to the owners of these contracts.
create or replace function cycle_messages(p_ids bigint[]) returns jsonb language sql stable as $$
  select coalesce(jsonb_agg(jsonb_build_object('stream', 'user:' || c.user_id, 'type', 'cycle',
      'body', cycle_row(c)) order by c.id), '[]')
  from cycle_contract c where c.id = any (p_ids)
$$;

-- Writes a contract and puts aside what each side may have to give. Null when its quote has been used.
create or replace function cycle_open(p_row jsonb, p_house bigint, p_at bigint) returns bigint language plpgsql
  set enable_seqscan to off set enable_hashjoin to off set enable_mergejoin to off as $$
declare c cycle_contract%rowtype;
begin
  insert into cycle_contract (user_id, account_id, quote_id, asset, kind, direction, cycle, window_ms, stake, rate, win,
      fee, volatility, accepted_at, starts_at, ends_at)
    select r.user_id, r.account_id, r.quote_id, r.asset, r.kind, r.direction, r.cycle, r.window_ms, r.stake, r.rate,
      r.win, r.fee, r.volatility, p_at, r.starts_at, r.ends_at
    from jsonb_populate_record(null::cycle_contract, p_row) r
    on conflict (quote_id) do nothing returning * into c;
  if c.id is null then return null; end if;
  perform ledger_write('[]', '[]', 'cycle', 
    (select jsonb_agg(jsonb_build_object('account', h.account, 'ref_id', h.ref_id, 'amount', cycle_text(h.amount),
        'remaining', cycle_text(h.amount)))
      from (values (c.account_id, c.id::text, c.stake + c.fee), (p_house, c.id || ':win', c.win))
        h(account, ref_id, amount)), '[]', p_at);
  return c.id;
end $$;

-- Gives contracts that wait for it the first tick after they were accepted. Returns the owners of those that got one.
create or replace function cycle_enter(p_within bigint, p_at bigint) returns setof bigint language plpgsql
  set enable_seqscan to off set enable_hashjoin to off set enable_mergejoin to off as $$
declare entered bigint[]; users bigint[];
begin
  with begun as (
    select distinct asset, starts_at from cycle_contract where outcome is null and entry_seq is null
  ), first as (
    select b.asset, b.starts_at, t.seq, t.at, t.price, t.hash from begun b cross join lateral (select * from cycle_tick t
      where t.asset = b.asset and t.at >= b.starts_at and t.at < b.starts_at + p_within order by t.at limit 1) t
  ), changed as (
    update cycle_contract c set entry_seq = f.seq, entry_at = f.at, entry_price = f.price, entry_hash = f.hash,
      version = version + 1
    from first f where c.asset = f.asset and c.starts_at = f.starts_at and c.entry_seq is null and c.outcome is null
    returning c.id, c.user_id
  )
  select array_agg(id order by id), array_agg(distinct user_id) into entered, users from changed;
  if entered is null then return; end if;
  perform publish(cycle_messages(entered), '{}', p_at);
  return query select unnest(users);
end $$;

-- Of these settled contracts those in which money changes hands, numbered from 0. gain: the user's, before the fee.
create or replace function cycle_moved(p_ids bigint[])
returns table (n bigint, id bigint, account_id bigint, gain numeric, fee numeric) language sql stable as $$
  select row_number() over (order by c.id) - 1, c.id, c.account_id, c.payout - c.stake, c.fee
  from cycle_contract c where c.id = any (p_ids) and (c.payout <> c.stake or c.fee > 0)
$$;

-- Books contracts that have just ended. What each side had put aside is given back, and what changes hands is a journal
-- of its own with the contract's number for its natural key.
create or replace function cycle_book(p_done bigint[], p_house bigint, p_fees bigint, p_at bigint) returns void
language plpgsql set enable_seqscan to off as $$
declare users bigint[]; entries jsonb; lines jsonb; releases jsonb;
begin
  select coalesce(jsonb_agg(jsonb_build_object('code', 'cycle', 'ref_type', 'contract', 'ref_id', id::text,
      'lines', 2 + (fee > 0)::int) order by n), '[]')
    into entries from cycle_moved(p_done);
  select coalesce(jsonb_agg(jsonb_build_object('entry', m.n, 'account', l.account_id,
      'amount', cycle_text(l.amount)) order by m.n, l.line), '[]')
    into lines from cycle_moved(p_done) m cross join lateral (values
      (1, m.account_id, m.gain - m.fee), (2, p_house, -m.gain), (3, p_fees, m.fee)) l(line, account_id, amount)
    where l.amount <> 0;
  -- One statement for both: the owners alone would be taken from all of the index of owners.
  select jsonb_agg(jsonb_build_object('ref_id', h.ref_id, 'amount', cycle_text(h.amount))), array_agg(distinct c.user_id)
    into releases, users
    from cycle_contract c
    cross join lateral (values (c.id::text, c.stake + c.fee), (c.id || ':win', c.win)) h(ref_id, amount)
    where c.id = any (p_done);
  perform ledger_write(entries, lines, 'cycle', '[]', releases, p_at);
  perform publish(cycle_messages(p_done), users, p_at);
end $$;

-- Settles contracts: [{id, outcome, reason, price, points, payout}]. One that has ended already stays as it is.
-- Accounts are locked in the order of their ids first. Returns the owners.
create or replace function cycle_settle(p_house bigint, p_fees bigint, p_rows jsonb, p_at bigint) returns setof bigint
language plpgsql set enable_seqscan to off as $$
declare ids bigint[]; done bigint[]; users bigint[];
begin
  select array_agg(x.id) into ids from jsonb_to_recordset(p_rows) as x(id bigint);
  perform 1 from account where id = any (array[p_house, p_fees]
    || array(select account_id from cycle_contract where id = any (ids))) order by id for no key update;
  with changed as (
    update cycle_contract c set outcome = r.outcome, reason = r.reason, settlement_price = r.price, points = r.points,
      payout = r.payout, settled_at = p_at, version = version + 1
    from jsonb_to_recordset(p_rows) as r(id bigint, outcome text, reason text, price numeric, points integer,
      payout numeric)
    where c.id = any (ids) and c.id = r.id and c.outcome is null returning c.id, c.user_id
  )
  select array_agg(id order by id), array_agg(distinct user_id) into done, users from changed;
  if done is null then return; end if;
  perform cycle_book(done, p_house, p_fees, p_at);
  return query select unnest(users);
end $$;

-- Takes a running contract back: {id, user_id, payout, accepted_at, seq, volatility, chance, margin, least}. Accounts are
-- locked as by a settlement, so that of the two one finds the contract ended. Whether it was taken back.
create or replace function cycle_sell(p_house bigint, p_fees bigint, p_row jsonb, p_at bigint) returns boolean
language plpgsql set enable_seqscan to off as $$
declare sold bigint;
begin
  perform 1 from account where id = any (array[p_house, p_fees]
    || array(select account_id from cycle_contract where id = (p_row ->> 'id')::bigint)) order by id for no key update;
  update cycle_contract c set outcome = 'sold', payout = r.payout, settled_at = p_at, version = version + 1,
      sale_accepted_at = r.accepted_at, sale_seq = t.seq, sale_at = t.at, sale_price = t.price, sale_hash = t.hash,
      sale_volatility = r.volatility, sale_chance = r.chance, sale_margin = r.margin, sale_least = r.least
    from jsonb_to_record(p_row) as r(id bigint, user_id bigint, payout numeric, accepted_at bigint, seq bigint,
      volatility numeric, chance numeric, margin numeric, least numeric), cycle_tick t
    where c.id = r.id and c.user_id = r.user_id and c.outcome is null and t.asset = c.asset and t.seq = r.seq
    returning c.id into sold;
  if sold is null then return false; end if;
  perform cycle_book(array[sold], p_house, p_fees, p_at);
  return true;
end $$;
