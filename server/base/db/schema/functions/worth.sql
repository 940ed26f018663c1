-- Whether something has come in or gone out that is not among worth_flow.
create or replace function worth_due() returns boolean language sql
  set enable_seqscan to off set enable_hashjoin to off set enable_mergejoin to off as $$
  select exists (select 1 from account a left join worth_seen s on s.account_id = a.id
    where a.owner_id is null and a.kind like 'ext\_%' and a.version > coalesce(s.version, 0))
$$;

-- Values what has come in and gone out since the last look; and, unless p_at is null, what everybody has. One statement
-- and so one moment: what is among the one is not missing from the other. Assets without a price count nothing on both
-- sides. p_prices: USDT by asset; p_marks: mark by market.
create or replace function worth_look(p_prices jsonb, p_marks jsonb, p_at bigint) returns void language sql
  set enable_seqscan to off set enable_hashjoin to off set enable_mergejoin to off as $$
  with outside as (
    select a.id, a.version, coalesce(s.version, 0) as seen from account a left join worth_seen s on s.account_id = a.id
    where a.owner_id is null and a.kind like 'ext\_%' and a.version > coalesce(s.version, 0)
  ), entry as (
    select distinct e.journal_id from outside o
      join posting e on e.account_id = o.id and e.account_version > o.seen and e.account_version <= o.version
  ), came as (
    insert into worth_flow
    select p.journal_id, p.line, a.owner_id, trunc(p.amount * coalesce((p_prices ->> p.asset)::numeric, 0), 8)
    from entry e join posting p on p.journal_id = e.journal_id join account a on a.id = p.account_id
    where a.owner_id is not null
    on conflict (journal_id, line) do nothing returning user_id, worth
  ), seen as (
    insert into worth_seen select id, version from outside order by id
    on conflict (account_id) do update set version = excluded.version
  ), own as (
    select a.owner_id as user_id, a.posted * coalesce((p_prices ->> a.asset)::numeric, 0) as worth, 0::numeric as moved
      from account a where p_at is not null and a.owner_id is not null
    union all
    select p.user_id, (p.quantity * (p_marks ->> p.market)::numeric - p.cost)
        * case p.side when 'long' then 1 else -1 end, 0
      from futures_position p where p_at is not null and p.closed_at is null and p_marks ? p.market
    union all select f.user_id, 0, f.worth from worth_flow f where p_at is not null
    union all select c.user_id, 0, c.worth from came c where p_at is not null
  )
  insert into worth_point
    select user_id, p_at, trunc(sum(worth), 8), sum(moved) from own group by user_id
    on conflict (user_id, at) do nothing
$$;

-- Of days before p_before, the first point of each is kept. It is called each day: older days than thirty are thin.
create or replace function worth_thin(p_before bigint) returns void language sql
  set enable_seqscan to off set enable_hashjoin to off set enable_mergejoin to off as $$
  delete from worth_point p where p.at < p_before and p.at >= p_before - 30 * 86400000::bigint and exists (select 1 from worth_point e
    where e.user_id = p.user_id and e.at >= p.at - p.at % 86400000 and e.at < p.at)
$$;
