-- These functions look single rows up. Their plans are made once, when the tables may be empty, and nothing renews them
-- in the database inside this process: each says that an index is to be used, whatever the tables' sizes then.
--
-- An entry is checked when its lines are written: they come in one statement. It sums to zero per asset and has the
-- lines it began with; none can be added to it later on.
create function posting_sound() returns trigger language plpgsql
  set enable_seqscan to off set enable_hashjoin to off set enable_mergejoin to off as $$
begin
  if exists (
    select 1 from (select distinct journal_id as id from added) a join journal j on j.id = a.id
    where (select count(*) from posting p where p.journal_id = a.id) <> j.lines
      or exists (select 1 from posting p where p.journal_id = a.id group by p.asset having sum(p.amount) <> 0)
  ) then
    raise exception 'unbalanced journal' using errcode = '23514';
  end if;
  return null;
end $$;
--> statement-breakpoint
alter table posting rename constraint posting_balance_after_check to posting_balance_after_bounded;
--> statement-breakpoint
-- The bound of a balance stands at the line that reaches it: an amount that nobody has is not covered before it is
-- too large for whoever would get it.
alter table account drop constraint account_posted_bounded;
--> statement-breakpoint
drop trigger posting_balanced on posting;
--> statement-breakpoint
drop function journal_balanced();
--> statement-breakpoint
create trigger posting_sound after insert on posting referencing new table as added
  for each statement execute function posting_sound();
--> statement-breakpoint
-- Books any number of entries, and what is put aside and given back along with them, in one statement. Accounts are
-- locked in the order of their ids before any insert that refers to them: locking later deadlocks.
-- p_entries: [[code, ref type, ref id, count of lines], ...]; p_lines: [[entry from 0, account id, "signed amount"],
-- ...] in their order; p_holds: [[account id, ref id, "amount", "what is left of it"], ...]; p_releases: [[ref id,
-- "amount"], ...].
create function ledger_write(p_entries jsonb, p_lines jsonb, p_kind text, p_holds jsonb, p_releases jsonb,
  p_at bigint) returns void language plpgsql
  set enable_seqscan to off set enable_hashjoin to off set enable_mergejoin to off as $$
declare wanted bigint[]; n bigint; ids bigint[]; booked jsonb;
begin
  select coalesce(array_agg(distinct (x ->> 1)::bigint), '{}') into wanted from jsonb_array_elements(p_lines) x;
  wanted := wanted || array(select distinct (x ->> 0)::bigint from jsonb_array_elements(p_holds) x);
  wanted := wanted || array(select (select h.account_id from hold h where h.kind = p_kind and h.ref_id = x ->> 0)
    from jsonb_array_elements(p_releases) x);
  if array_position(wanted, null) is not null then
    raise exception 'no such hold' using errcode = '23503';
  end if;
  perform 1 from account where id = any (wanted) order by id for no key update;
  get diagnostics n = row_count;
  if n <> (select count(distinct w) from unnest(wanted) w) then
    raise exception 'no such account' using errcode = '23503';
  end if;
  if exists (
    select 1 from (
      select (x ->> 1)::bigint as account_id, (x ->> 2)::numeric as amount from jsonb_array_elements(p_lines) x
      union all select (x ->> 0)::bigint, (x ->> 2)::numeric from jsonb_array_elements(p_holds) x
    ) l join account a on a.id = l.account_id join asset s on s.code = a.asset
    where not (l.amount > -1e19 and l.amount < 1e19 and l.amount = round(l.amount, s.scale))
  ) then
    raise exception 'no amount in its asset' using errcode = '22003';
  end if;
  with released as (
    update hold h set remaining = h.remaining - r.amount from (
      select (select o.id from hold o where o.kind = p_kind and o.ref_id = x ->> 0) as id, (x ->> 1)::numeric as amount
      from jsonb_array_elements(p_releases) x
    ) r where h.id = r.id returning h.account_id, -r.amount as change
  ), kept as (
    insert into hold (account_id, kind, ref_id, amount, remaining, at)
    select (x ->> 0)::bigint, p_kind, x ->> 1, (x ->> 2)::numeric, (x ->> 3)::numeric, p_at
    from jsonb_array_elements(p_holds) x returning account_id, remaining as change
  ), change as (
    select account_id, sum(posted) as posted, sum(held) as held, sum(lines) as lines, count(held) as asides
    from (
      select (x ->> 1)::bigint as account_id, (x ->> 2)::numeric as posted, null::numeric as held, 1 as lines
        from jsonb_array_elements(p_lines) x
      union all select account_id, 0, change, 0 from released
      union all select account_id, 0, change, 0 from kept
    ) c group by account_id
  ), now as (
    update account a set posted = a.posted + c.posted, held = a.held + coalesce(c.held, 0),
      version = a.version + c.lines + c.asides
    from change c where a.id = c.account_id
    returning a.id, a.asset, a.posted - c.posted as before, a.version - c.lines - c.asides as version
  )
  select jsonb_object_agg(id, jsonb_build_array(asset, before, version)) into booked from now;
  if jsonb_array_length(p_entries) = 0 then return; end if;
  -- Numbered beforehand, so that a line finds its entry and its account without a join.
  select array_agg(nextval(pg_get_serial_sequence('journal', 'id'))) into ids
    from generate_series(1, jsonb_array_length(p_entries));
  insert into journal (id, code, ref_type, ref_id, at, lines) overriding system value
    select ids[o], x ->> 0, x ->> 1, x ->> 2, p_at, (x ->> 3)::smallint
    from jsonb_array_elements(p_entries) with ordinality as t(x, o);
  insert into posting
    select ids[entry + 1], line, account_id, account ->> 0, amount, (account ->> 1)::numeric + running,
      (account ->> 2)::bigint + step
    from (
      select (x ->> 0)::int as entry, (x ->> 1)::bigint as account_id, (x ->> 2)::numeric as amount,
        booked -> (x ->> 1) as account, row_number() over (partition by x -> 0 order by o) as line,
        sum((x ->> 2)::numeric) over own as running, row_number() over own as step
      from jsonb_array_elements(p_lines) with ordinality as t(x, o)
      window own as (partition by (x ->> 1)::bigint order by o)
    ) l;
end $$;
--> statement-breakpoint
-- One entry. p_lines: [[account id, "signed amount"], ...].
create or replace function ledger_post(p_code text, p_ref_type text, p_ref_id text, p_at bigint, p_lines jsonb)
returns bigint language plpgsql as $$
declare j bigint;
begin
  perform ledger_write(
    jsonb_build_array(jsonb_build_array(p_code, p_ref_type, p_ref_id, jsonb_array_length(p_lines))),
    (select coalesce(jsonb_agg(jsonb_build_array(0, x -> 0, x -> 1) order by o), '[]')
      from jsonb_array_elements(p_lines) with ordinality as t(x, o)),
    null, '[]', '[]', p_at);
  select id into strict j from journal where code = p_code and ref_type = p_ref_type and ref_id = p_ref_id;
  return j;
end $$;
--> statement-breakpoint
-- Tells streams what has happened, then the people named the new state of every account of theirs that changed and
-- was not told yet. p_told: [[stream, type, body], ...] in their order.
create function tell(p_told jsonb, p_users bigint[], p_at bigint) returns void language sql as $$
  with balance as (
    update account set told = version
    where owner_id = any (p_users) and kind in ('spot', 'futures') and told < version
    returning id, owner_id, kind, asset, posted, held, version
  ), event as (
    select x ->> 0 as stream, x ->> 1 as type, x -> 2 as body, o as place, 0 as id
    from jsonb_array_elements(p_told) with ordinality as t(x, o)
    union all
    select 'user:' || owner_id, 'balance', jsonb_build_object('account', kind, 'asset', asset,
      'posted', trim_scale(posted)::text, 'held', trim_scale(held)::text, 'version', version), null, id from balance
  ), head as (
    insert into stream_head (stream, seq) select stream, count(*) from event group by stream order by stream
    on conflict (stream) do update set seq = stream_head.seq + excluded.seq returning stream, seq
  )
  insert into outbox
  select h.stream, h.seq - count(*) over (partition by e.stream)
    + row_number() over (partition by e.stream order by e.place nulls last, e.id), e.type, e.body, p_at
  from event e join head h on h.stream = e.stream;
$$;
--> statement-breakpoint
drop function tell_balances(bigint, bigint);
--> statement-breakpoint
drop function spot_book(bigint[], jsonb, bigint[], bigint);
--> statement-breakpoint
-- What a transaction of the engine must know before it decides: what became of these keys, whose account is frozen,
-- and what these people have of these assets, which nobody else may change until the end.
create function spot_read(p_users bigint[], p_keys text[], p_assets text[]) returns jsonb language plpgsql
  set enable_seqscan to off set enable_hashjoin to off set enable_mergejoin to off as $$
begin
  perform 1 from account where owner_id = any (p_users) and kind = 'spot' and asset = any (p_assets)
    order by id for no key update;
  return jsonb_build_object(
    'commands', (select coalesce(jsonb_agg(jsonb_build_array(user_id, c.key, encode(request_hash, 'hex'), response)),
      '[]') from unnest(p_users, p_keys) as w(u, k) join command c on c.user_id = w.u and c.key = w.k),
    'frozen', (select coalesce(jsonb_agg(id), '[]') from app_user
      where id = any (p_users) and frozen_at is not null),
    'free', (select coalesce(jsonb_agg(jsonb_build_array(owner_id, asset, (posted - held)::text)), '[]') from account
      where owner_id = any (p_users) and kind = 'spot' and asset = any (p_assets)));
end $$;
--> statement-breakpoint
-- Books what the engine has decided in one transaction, for any number of commands.
create function spot_write(p jsonb, p_at bigint) returns void language plpgsql
  set enable_seqscan to off set enable_hashjoin to off set enable_mergejoin to off as $$
begin
  if jsonb_array_length(p -> 'lines') + jsonb_array_length(p -> 'holds') + jsonb_array_length(p -> 'releases') > 0 then
    perform ledger_write(p -> 'entries', p -> 'lines', 'order', p -> 'holds', p -> 'releases', p_at);
  end if;
  insert into spot_order select * from jsonb_populate_recordset(null::spot_order, p -> 'orders')
    on conflict (id) do update set rank = excluded.rank, price = excluded.price, quantity = excluded.quantity,
      filled = excluded.filled, filled_total = excluded.filled_total, paid = excluded.paid,
      fee = excluded.fee, status = excluded.status, reason = excluded.reason, version = excluded.version,
      updated_at = excluded.updated_at;
  if jsonb_array_length(p -> 'fills') > 0 then
    insert into spot_fill
    select f.* from jsonb_array_elements(p -> 'fills') x
      join journal j on j.code = 'trade' and j.ref_type = 'spot' and j.ref_id = x ->> 'trade',
      jsonb_populate_record(null::spot_fill, x || jsonb_build_object('journal_id', j.id)) f;
  end if;
  insert into command (user_id, key, call, request_hash, response, at)
    select c.user_id, c.key, c.call, decode(c.hash, 'hex'), c.response, p_at
    from jsonb_to_recordset(p -> 'commands') as c(user_id bigint, key text, call text, hash text, response jsonb);
  perform tell(p -> 'told', array(select x::bigint from jsonb_array_elements_text(p -> 'users') x), p_at);
end $$;
