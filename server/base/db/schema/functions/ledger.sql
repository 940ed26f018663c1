create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = '42501';
end $$;

-- Two statements, as a comparison that finds the house's accounts and users' alike goes through all of the index.
create or replace function ledger_account_known(p_owner bigint, p_kind text, p_asset text) returns bigint
  language plpgsql set enable_seqscan to off as $$
begin
  if p_owner is null then
    return (select id from account where owner_id is null and kind = p_kind and asset = p_asset);
  end if;
  return (select id from account where owner_id = p_owner and kind = p_kind and asset = p_asset);
end $$;

create or replace function ledger_account(p_owner bigint, p_kind text, p_asset text) returns bigint
  language plpgsql set enable_seqscan to off as $$
declare n bigint;
begin
  n := ledger_account_known(p_owner, p_kind, p_asset);
  if n is not null then return n; end if;
  insert into account (owner_id, kind, asset, may_go_negative)
    values (p_owner, p_kind, p_asset, (p_owner is null and p_kind not in ('insurance', 'house_mm')) or p_kind = 'debt')
    on conflict (owner_id, kind, asset) do nothing returning id into n;
  return coalesce(n, ledger_account_known(p_owner, p_kind, p_asset));
end $$;

-- Refuses what is no amount of an asset: NaN, too large, or finer than the asset's scale.
create or replace function ledger_check(p_amount numeric, p_asset text) returns void language plpgsql as $$
begin
  if not (p_amount > -1e19 and p_amount < 1e19
    and p_amount = round(p_amount, (select scale from asset where code = p_asset))) then
    raise exception 'no amount in %: %', p_asset, p_amount using errcode = '22003';
  end if;
end $$;

-- One entry. p_lines: [{account, amount: signed}].
create or replace function ledger_post(p_code text, p_ref_type text, p_ref_id text, p_at bigint, p_lines jsonb)
returns bigint language plpgsql as $$
declare j bigint;
begin
  perform ledger_write(
    jsonb_build_array(jsonb_build_object('code', p_code, 'ref_type', p_ref_type, 'ref_id', p_ref_id,
      'lines', jsonb_array_length(p_lines))),
    (select coalesce(jsonb_agg(x || '{"entry": 0}' order by o), '[]')
      from jsonb_array_elements(p_lines) with ordinality as t(x, o)),
    null, '[]', '[]', p_at);
  select id into strict j from journal where code = p_code and ref_type = p_ref_type and ref_id = p_ref_id;
  return j;
end $$;

-- Puts money aside: it stays posted and can be used for nothing else.
create or replace function ledger_hold(p_account bigint, p_amount numeric, p_kind text, p_ref_id text, p_at bigint)
returns bigint language plpgsql as $$
declare n bigint;
begin
  perform 1 from account where id = p_account for no key update;
  perform ledger_check(p_amount, asset) from account where id = p_account;
  insert into hold (account_id, kind, ref_id, amount, remaining, at)
    values (p_account, p_kind, p_ref_id, p_amount, p_amount, p_at) returning id into n;
  update account set held = held + p_amount, version = version + 1 where id = p_account;
  return n;
end $$;

-- Gives back a part of a hold, or all that is left when p_amount is null. Returns what was given back.
create or replace function ledger_release(p_hold bigint, p_amount numeric) returns numeric language plpgsql as $$
declare h hold%rowtype; n numeric;
begin
  select * into h from hold where id = p_hold;
  if not found then raise exception 'no hold %', p_hold using errcode = '23503'; end if;
  perform ledger_check(p_amount, asset) from account where id = h.account_id and p_amount is not null;
  if p_amount < 0 then raise exception 'less than nothing' using errcode = '22003'; end if;
  perform 1 from account where id = h.account_id for no key update;
  select * into h from hold where id = p_hold for update;
  n := coalesce(p_amount, h.remaining);
  if n = 0 then return 0; end if;
  update hold set remaining = remaining - n where id = p_hold;
  update account set held = held - n, version = version + 1 where id = h.account_id;
  return n;
end $$;

-- These functions look single rows up. Their plans are made once, when the tables may be empty, and nothing renews them
-- in the database inside this process: each says that an index is to be used, whatever the tables' sizes then. A join
-- with what a function is given bounds its table by `= any (array)` too: a plan may begin with the table, and would read
-- all of it.
--
-- An entry is checked when its lines are written: they come in one statement. It sums to zero per asset and has the
-- lines it began with; none can be added to it later on.
create or replace function posting_sound() returns trigger language plpgsql
  set enable_seqscan to off set enable_hashjoin to off set enable_mergejoin to off as $$
begin
  if exists (
    select 1 from journal j where j.id = any (array(select distinct journal_id from added))
      and ((select count(*) from posting p where p.journal_id = j.id) <> j.lines
        or exists (select 1 from posting p where p.journal_id = j.id group by p.asset having sum(p.amount) <> 0))
  ) then
    raise exception 'unbalanced journal' using errcode = '23514';
  end if;
  return null;
end $$;

-- Books any number of entries, and what is put aside and given back along with them, in one statement. Accounts are
-- locked in the order of their ids before any insert that refers to them: locking later deadlocks.
-- p_entries: [{code, ref_type, ref_id, lines: how many}]; p_lines, in their order: [{entry: from 0, account, amount:
-- signed}]; p_holds: [{account, ref_id, amount, remaining}]; p_releases: [{ref_id, amount}].
create or replace function ledger_write(p_entries jsonb, p_lines jsonb, p_kind text, p_holds jsonb, p_releases jsonb,
  p_at bigint) returns void language plpgsql
  set enable_seqscan to off set enable_hashjoin to off set enable_mergejoin to off as $$
declare wanted bigint[]; n bigint; ids bigint[]; booked jsonb; realizes boolean[];
begin
  select coalesce(array_agg(distinct x.account), '{}') into wanted from jsonb_to_recordset(p_lines) as x(account bigint);
  wanted := wanted || array(select distinct x.account from jsonb_to_recordset(p_holds) as x(account bigint));
  wanted := wanted || array(select (select h.account_id from hold h where h.kind = p_kind and h.ref_id = x.ref_id)
    from jsonb_to_recordset(p_releases) as x(ref_id text));
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
      select account, amount from jsonb_to_recordset(p_lines) as x(account bigint, amount numeric)
      union all select account, amount from jsonb_to_recordset(p_holds) as x(account bigint, amount numeric)
    ) l join account a on a.id = l.account join asset s on s.code = a.asset
    where a.id = any (wanted) and not (l.amount > -1e19 and l.amount < 1e19 and l.amount = round(l.amount, s.scale))
  ) then
    raise exception 'no amount in its asset' using errcode = '22003';
  end if;
  select array_agg(code in ('realizedPl', 'fee', 'funding', 'liquidation') order by o) into realizes
    from rows from (jsonb_to_recordset(p_entries) as (code text)) with ordinality as t(code, o);
  -- Each is found by itself: of a list of names, a plan may read all of the kind and drop what is not in the list.
  with named as materialized (
    select (select h.id from hold h where h.kind = p_kind and h.ref_id = x.ref_id) as id, x.amount
    from jsonb_to_recordset(p_releases) as x(ref_id text, amount numeric)
  ), released as (
    update hold h set remaining = h.remaining - x.amount
    from named x where h.id = any (array(select id from named)) and h.id = x.id
    returning h.account_id, -x.amount as change
  ), kept as (
    insert into hold (account_id, kind, ref_id, amount, remaining, at)
    select x.account, p_kind, x.ref_id, x.amount, x.remaining, p_at
    from jsonb_to_recordset(p_holds) as x(account bigint, ref_id text, amount numeric, remaining numeric)
    returning account_id, remaining as change
  ), change as (
    select account_id, sum(posted) as posted, sum(held) as held, sum(lines) as lines, count(held) as asides,
      coalesce(sum(posted) filter (where is_realized), 0) as realized
    from (
      select x.account as account_id, x.amount as posted, null::numeric as held, 1 as lines,
          realizes[x.entry + 1] as is_realized
        from jsonb_to_recordset(p_lines) as x(entry int, account bigint, amount numeric)
      union all select account_id, 0, change, 0, false from released
      union all select account_id, 0, change, 0, false from kept
    ) c group by account_id
  ), now as (
    update account a set posted = a.posted + c.posted, held = a.held + coalesce(c.held, 0),
      version = a.version + c.lines + c.asides,
      realized = a.realized + case when a.kind = 'futures' then c.realized else 0 end
    from change c where a.id = any (wanted) and a.id = c.account_id
    returning a.id, a.asset, a.posted - c.posted as before, a.version - c.lines - c.asides as version
  )
  select jsonb_object_agg(id, jsonb_build_object('asset', asset, 'posted', before, 'version', version))
    into booked from now;
  if jsonb_array_length(p_entries) = 0 then return; end if;
  -- Numbered beforehand, so that a line finds its entry and its account without a join.
  select array_agg(nextval(pg_get_serial_sequence('journal', 'id'))) into ids
    from generate_series(1, jsonb_array_length(p_entries));
  insert into journal (id, code, ref_type, ref_id, at, lines) overriding system value
    select ids[o], code, ref_type, ref_id, p_at, lines
    from rows from (jsonb_to_recordset(p_entries) as (code text, ref_type text, ref_id text, lines smallint))
      with ordinality as t(code, ref_type, ref_id, lines, o);
  insert into posting
    select ids[entry + 1], line, account, booked -> account::text ->> 'asset', amount,
      (booked -> account::text ->> 'posted')::numeric + running, (booked -> account::text ->> 'version')::bigint + step
    from (
      select entry, account, amount, row_number() over (partition by entry order by o) as line,
        sum(amount) over own as running, row_number() over own as step
      from rows from (jsonb_to_recordset(p_lines) as (entry int, account bigint, amount numeric))
        with ordinality as t(entry, account, amount, o)
      window own as (partition by account order by o)
    ) l;
end $$;

-- The first number of a table's rows, of a user where one is named, that may be of a moment or later; null when there
-- are none at all. Rows are numbered as they come, so that a few of them are read in place of all that are older. An hour
-- before the moment counts as well: a clock that is set back gives later numbers to earlier moments. Two hours after one,
-- all from there on are later than it, by the same hour.
create or replace function rows_since(p_table text, p_moment text, p_user bigint, p_at bigint) returns bigint
  language plpgsql stable set enable_seqscan to off set enable_bitmapscan to off set enable_sort to off set jit to off as $$
declare low bigint; high bigint; middle bigint; found_id bigint; found_at bigint;
  owned text := case when p_user is null then '$1::bigint is null' else 'user_id = $1' end;
begin
  execute format('select (select id from %1$I where %2$s order by id limit 1), (select id from %1$I where %2$s order by id desc limit 1) + 1',
    p_table, owned) into low, high using p_user;
  while low < high loop
    middle := low + (high - low) / 2;
    execute format('select id, %I from %I where %s and id >= $2 order by id limit 1', p_moment, p_table, owned)
      into found_id, found_at using p_user, middle;
    if found_at >= p_at - 3600000 then high := middle; else low := found_id + 1; end if;
  end loop;
  return low;
end $$;

-- The first version of an account that an entry of this number or a later one has made.
create or replace function ledger_version_from(p_account bigint, p_journal bigint) returns bigint language plpgsql stable
  set enable_seqscan to off set enable_bitmapscan to off set enable_sort to off set jit to off as $$
declare low bigint := 0; high bigint; middle bigint; entry bigint; made bigint;
begin
  select version + 1 into high from account where id = p_account;
  while low < high loop
    middle := low + (high - low) / 2;
    select journal_id, account_version into entry, made from posting
      where account_id = p_account and account_version >= middle order by account_version limit 1;
    if entry is null or entry >= p_journal then high := middle; else low := made + 1; end if;
  end loop;
  return low;
end $$;

-- Movements of a user, newest first, before a line of an entry. Of each account the newest are read alone, which its
-- versions lead to: they rise with its entries. The sort that joins the accounts is priced as if it were long, so that
-- a server would compile the plan each time, which takes a hundred times as long as what it reads.
create or replace function ledger_records(p_owner bigint, p_asset text, p_account text, p_code text, p_from bigint,
  p_to bigint, p_journal bigint, p_line smallint, p_limit int)
returns table (journal bigint, line smallint, account text, asset text, kind text, amount numeric, balance numeric, at bigint)
language plpgsql stable set enable_seqscan to off set enable_bitmapscan to off set enable_sort to off
  set enable_hashjoin to off set enable_mergejoin to off set jit to off as $$
declare end_entry bigint := least(p_journal + 1,
  case when p_to is not null then rows_since('journal', 'at', null, p_to + 7200000) end);
  first_entry bigint := case when p_from is not null then rows_since('journal', 'at', null, p_from) end;
begin
  return query
    select p.journal_id, p.line, a.kind, a.asset, p.code, p.amount, p.balance_after, p.at
    from account a cross join lateral (
      select n.journal_id, n.line, n.amount, n.balance_after, j.code, j.at
      from posting n join journal j on j.id = n.journal_id
      where n.account_id = a.id and (p_code is null or j.code = p_code)
        and (p_from is null or j.at >= p_from) and (p_to is null or j.at <= p_to)
        and n.account_version >= case when first_entry is null then 0 else ledger_version_from(a.id, first_entry) end
        and n.account_version < case when end_entry is null then 9223372036854775807
          else ledger_version_from(a.id, end_entry) end
        and (p_journal is null or (n.journal_id, n.line) < (p_journal, p_line))
      order by n.account_version desc limit p_limit
    ) p
    where a.owner_id = p_owner and a.kind in ('spot', 'futures')
      and (p_asset is null or a.asset = p_asset) and (p_account is null or a.kind = p_account)
    order by p.journal_id desc, p.line desc limit p_limit;
end $$;

-- The same in the order in which they came, after a line of an entry: who reads all of them reads each page once.
create or replace function ledger_records_after(p_owner bigint, p_asset text, p_account text, p_code text, p_from bigint,
  p_to bigint, p_journal bigint, p_line smallint, p_limit int)
returns table (journal bigint, line smallint, account text, asset text, kind text, amount numeric, balance numeric, at bigint)
language plpgsql stable set enable_seqscan to off set enable_bitmapscan to off set enable_sort to off
  set enable_hashjoin to off set enable_mergejoin to off set jit to off as $$
declare first_entry bigint := greatest(p_journal,
  case when p_from is not null then rows_since('journal', 'at', null, p_from) end);
  end_entry bigint := case when p_to is not null then rows_since('journal', 'at', null, p_to + 7200000) end;
begin
  return query
    select p.journal_id, p.line, a.kind, a.asset, p.code, p.amount, p.balance_after, p.at
    from account a cross join lateral (
      select n.journal_id, n.line, n.amount, n.balance_after, j.code, j.at
      from posting n join journal j on j.id = n.journal_id
      where n.account_id = a.id and (p_code is null or j.code = p_code)
        and (p_from is null or j.at >= p_from) and (p_to is null or j.at <= p_to)
        and n.account_version >= ledger_version_from(a.id, first_entry)
        and n.account_version < case when end_entry is null then 9223372036854775807
          else ledger_version_from(a.id, end_entry) end
        and (n.journal_id, n.line) > (p_journal, p_line)
      order by n.account_version limit p_limit
    ) p
    where a.owner_id = p_owner and a.kind in ('spot', 'futures')
      and (p_asset is null or a.asset = p_asset) and (p_account is null or a.kind = p_account)
    order by p.journal_id, p.line limit p_limit;
end $$;

create or replace function plain_text(p numeric) returns text language sql immutable as $$ select trim_scale(p)::text $$;
