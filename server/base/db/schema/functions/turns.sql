-- How many transactions outside of the log have begun. The first call of a sequence leaves its value as it was.
create or replace function turn_outside_counted() returns bigint language sql as $$
  select last_value + is_called::integer from turn_outside_count;
$$;

-- Appends a batch's document. Refused are: `fenced`, when another exchange has taken over; `taken`, when another has
-- appended under this number; `outside`, when a transaction outside of the log has begun since its count was read, so
-- that what was decided may rest on balances of before; `named`, when a client id is used. `in` also for an append whose
-- response was lost. The lock waits for transactions outside of the log; a statement after it sees what they have written.
create or replace function turn_append(p_seq bigint, p_id uuid, p_fence bigint, p_outside bigint, p_product text,
  p_at bigint, p_users bigint[], p_names text[], p_body text) returns text language plpgsql
  set enable_seqscan to off set enable_hashjoin to off set enable_mergejoin to off as $$
declare known uuid;
begin
  lock table turn_outside in share mode;
  select id into known from turn_log where shard = 0 and seq = p_seq;
  if found then return case when known = p_id then 'in' else 'taken' end; end if;
  if (select applied from turn_state where shard = 0) >= p_seq then return 'taken'; end if;
  if p_fence > 0 then
    perform 1 from writer_lease where fence = p_fence for key share;
    if not found then return 'fenced'; end if;
  end if;
  if turn_outside_counted() <> p_outside then return 'outside'; end if;
  -- The limit has each looked up by itself: a plan may otherwise read all orders of these users.
  if exists (select 1 from unnest(p_users, p_names) as w(u, n), lateral (
      select 1 from spot_order where user_id = u and client_id = n and entry_id is null limit 1) used) then
    return 'named';
  end if;
  -- An append before this one whose connection is lost may still be under way: this waits for its end.
  insert into turn_log values (0, p_seq, p_id, p_fence, p_product, p_at, p_body) on conflict do nothing;
  if found then return 'in'; end if;
  select id into known from turn_log where shard = 0 and seq = p_seq;
  return case when known = p_id then 'in' else 'taken' end;
end $$;

-- Applies the next documents to the tables, at most p_most (null: all); returns up to where the tables have the log. The
-- number is written with them, so that each is applied once, by whichever process and however often it is tried.
create or replace function turn_apply(p_most integer) returns bigint language plpgsql
  set enable_seqscan to off set enable_hashjoin to off set enable_mergejoin to off as $$
declare doc turn_log%rowtype; done bigint; begun bigint;
begin
  select applied into done from turn_state where shard = 0;
  if not exists (select 1 from turn_log where shard = 0 and seq > done) then return done; end if;
  select applied into done from turn_state where shard = 0 for update;
  begun := done;
  perform set_config('tidemark.outside', 'begun', true);
  while p_most is null or done < begun + p_most loop
    select * into doc from turn_log where shard = 0 and seq = done + 1;
    exit when not found;
    if doc.product = 'spot' then perform spot_write(doc.body::jsonb, doc.at);
    else perform futures_write(doc.body::jsonb, doc.at);
    end if;
    done := doc.seq;
  end loop;
  if done > begun then update turn_state set applied = done where shard = 0; end if;
  return done;
end $$;

-- Begins a transaction outside of the log: no batch is appended until it ends, and the tables have what was appended
-- before. Does nothing while no engine appends.
create or replace function turn_begin_outside() returns void language plpgsql as $$
begin
  lock table turn_outside in row exclusive mode;
  if not (select is_on from turn_state where shard = 0) then return; end if;
  perform nextval('turn_outside_count');
  perform turn_apply(null);
  perform set_config('tidemark.outside', 'begun', true);
end $$;

-- Where the log stands, while no transaction outside of it is under way.
create or replace function turn_position() returns jsonb language plpgsql as $$
begin
  lock table turn_outside in share mode;
  return (select jsonb_build_object('applied', applied, 'outside', turn_outside_counted(),
      'head', greatest(applied, coalesce((select max(seq) from turn_log where shard = 0), 0)))
    from turn_state where shard = 0);
end $$;

-- Whether engines append to the log from here on; the tables have all of it then. While they do, nobody changes money or
-- uses a key in a transaction that has not begun by turn_begin_outside().
create or replace function turn_switch(p_on boolean) returns void language plpgsql as $$
begin
  lock table turn_outside in access exclusive mode;
  perform turn_apply(null);
  if (select is_on from turn_state where shard = 0) = p_on then return; end if;
  update turn_state set is_on = p_on where shard = 0;
  drop trigger if exists account_outside_log on account;
  drop trigger if exists command_outside_log on command;
  if p_on then
    create trigger account_outside_log before update of posted, held, version on account
      for each statement execute function turn_must_be_outside();
    create trigger command_outside_log before insert or update on command
      for each statement execute function turn_must_be_outside();
  end if;
end $$;

create or replace function turn_must_be_outside() returns trigger language plpgsql as $$
begin
  if current_setting('tidemark.outside', true) is distinct from 'begun' then
    raise exception '% is changed beside the log', tg_table_name using errcode = '55000';
  end if;
  return null;
end $$;

-- What a batch must know of its commands that only the tables have: what became of these keys, and whose account is
-- frozen.
create or replace function turn_read(p_users bigint[], p_keys text[]) returns jsonb language plpgsql stable
  set enable_seqscan to off set enable_hashjoin to off set enable_mergejoin to off as $$
begin
  return jsonb_build_object(
    'commands', (select coalesce(jsonb_agg(jsonb_build_array(user_id, key, encode(request_hash, 'hex'), response)), '[]')
      from unnest(p_users, p_keys) as w(u, k), lateral (select * from command where user_id = u and key = k limit 1) c),
    'frozen', (select coalesce(jsonb_agg(id), '[]') from app_user where id = any (p_users) and frozen_at is not null));
end $$;
