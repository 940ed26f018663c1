-- The head's row lock makes numbers gapless and commit order the order of numbers.
create or replace function publish_one(p_stream text, p_type text, p_body jsonb, p_at bigint) returns bigint language plpgsql as $$
declare n bigint;
begin
  insert into stream_head (stream, seq) values (p_stream, 1)
    on conflict (stream) do update set seq = stream_head.seq + 1 returning seq into n;
  insert into outbox values (p_stream, n, p_type, p_body, p_at);
  return n;
end $$;

-- Publishes messages, [{stream, type, body}] in their order, then the new state of every account of these users that
-- has changed. Escrow is published with the other balances: all of it is frozen.
create or replace function publish(p_messages jsonb, p_users bigint[], p_at bigint) returns void language sql as $$
  with balance as (
    update account set published = version
    where owner_id = any (p_users) and kind in ('spot', 'futures', 'escrow') and published < version
    returning id, owner_id, kind, asset, posted, case kind when 'escrow' then posted else held end as held, version
  ), event as (
    select x ->> 'stream' as stream, x ->> 'type' as type, x -> 'body' as body, o as place, 0 as id
    from jsonb_array_elements(p_messages) with ordinality as t(x, o)
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

-- A row that is new is inserted and never overwrites one that is there; one that was there is changed only as it was read.
-- What was decided on rows that somebody else has written since ends with an error, and so does its whole transaction.
create or replace function must_have_changed(p_table text, p_rows jsonb, p_changed integer) returns void language plpgsql as $$
declare known integer;
begin
  select count(*) into known from jsonb_array_elements(p_rows) x where (x ->> 'was')::int > 0;
  if known <> p_changed then
    raise exception '%: % of % rows are as they were read', p_table, p_changed, known;
  end if;
end $$;
