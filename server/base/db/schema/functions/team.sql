-- Who invited a user is recorded once and for ever: when they register, and of a guest when the account becomes whole.
-- Somebody who registers is invited by who was there before; a guest by anybody, as no guest has invited anybody yet. So
-- nobody invites themselves, and invitations never form a ring.
create or replace function app_user_invited_once() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.invited_by < new.id is not false then return new; end if;
  elsif new.invited_by is not distinct from old.invited_by then
    return new;
  elsif old.password_hash = '' and new.password_hash <> '' and old.invited_by is null and new.invited_by <> new.id
    and not exists (select 1 from app_user where invited_by = new.id) then
    return new;
  end if;
  raise exception 'the inviter of person % is fixed', new.id using errcode = '42501';
end $$;

-- Begins a day: which fills are its own is fixed from here on.
create or replace function team_begin(p_day integer, p_end bigint) returns void language plpgsql
  set enable_seqscan to off as $$
declare last team_day%rowtype;
begin
  select * into strict last from team_day order by day desc limit 1;
  insert into team_day (day, spot_to, futures_to, spot_done, futures_done) values (p_day,
    greatest(last.spot_to, (select id from spot_fill where at < p_end order by id desc limit 1)),
    greatest(last.futures_to, (select id from futures_fill where at < p_end order by id desc limit 1)),
    last.spot_to, last.futures_to);
end $$;

-- Fees of the next fills of a day, at most so many, of users who were invited, by whom they traded with: null for the
-- house. Both sides of a trade between two users are written one after the other. upto is null when all were read.
create or replace function team_spot_fees(p_day integer, p_most integer)
returns table (upto bigint, member bigint, other bigint, asset text, fee numeric) language plpgsql
  set enable_seqscan to off set enable_hashjoin to off set enable_mergejoin to off as $$
declare d team_day%rowtype; newest bigint;
begin
  select * into strict d from team_day where day = p_day for update;
  select max(s.id) into newest from (
    select id from spot_fill where id > d.spot_done and id <= d.spot_to order by id limit p_most) s;
  return query
    select newest, x.user_id, x.counter, x.fee_asset, sum(x.fee) from (
      select f.user_id, f.fee_asset, f.fee, (select o.user_id from spot_fill o
        where o.id between f.id - 1 and f.id + 1 and o.journal_id = f.journal_id and o.id <> f.id) as counter
      from spot_fill f join app_user u on u.id = f.user_id
      where f.id > d.spot_done and f.id <= newest and f.fee <> 0 and u.invited_by is not null) x
    group by x.user_id, x.counter, x.fee_asset
    union all select newest, null, null, null, null where newest is not null;
end $$;

-- The same of perpetuals. Only trades count: what a liquidation costs is nobody's reward. A trade with another user is
-- one of the same moment, market and price in the other role, a few numbers away: the maker's fill is written first, and
-- the taker's after it. So of two trades that follow each other each fill finds its own partner.
create or replace function team_futures_fees(p_day integer, p_most integer, p_asset text)
returns table (upto bigint, member bigint, other bigint, asset text, fee numeric) language plpgsql
  set enable_seqscan to off set enable_hashjoin to off set enable_mergejoin to off as $$
declare d team_day%rowtype; newest bigint;
begin
  select * into strict d from team_day where day = p_day for update;
  select max(s.id) into newest from (
    select id from futures_fill where id > d.futures_done and id <= d.futures_to order by id limit p_most) s;
  return query
    select newest, x.user_id, x.counter, p_asset, sum(x.fee) from (
      select f.user_id, f.fee, (select o.user_id from futures_fill o
        where o.id between f.id - case f.role when 'maker' then -1 else 16 end
            and f.id + case f.role when 'maker' then 16 else -1 end and o.user_id <> f.user_id and o.role <> f.role
          and o.side <> f.side and o.market = f.market and o.at = f.at and o.price = f.price
        order by abs(o.id - f.id) limit 1) as counter
      from futures_fill f join app_user u on u.id = f.user_id
      where f.id > d.futures_done and f.id <= newest and f.kind = 'trade' and f.fee <> 0
        and u.invited_by is not null) x
    group by x.user_id, x.counter
    union all select newest, null, null, null, null where newest is not null;
end $$;

-- Adds fees that count, [{member, asset, fee}], and says up to which fill they are.
create or replace function team_collect(p_day integer, p_fees jsonb, p_spot bigint, p_futures bigint) returns void language plpgsql
  set enable_seqscan to off set enable_hashjoin to off set enable_mergejoin to off as $$
begin
  insert into team_fee
    select p_day, x.member, x.asset, x.fee from jsonb_to_recordset(p_fees) as x(member bigint, asset text, fee numeric)
    on conflict (day, member_id, asset) do update set fee = team_fee.fee + excluded.fee;
  update team_day set spot_done = coalesce(p_spot, spot_done), futures_done = coalesce(p_futures, futures_done)
    where day = p_day;
end $$;

-- What the next inviters of a day, at most so many, may be rewarded for. middle: the member in between, for the second
-- level.
create or replace function team_due(p_day integer, p_most integer)
returns table (inviter bigint, level text, middle bigint, member bigint, asset text, fee numeric) language plpgsql
  set enable_seqscan to off set enable_hashjoin to off set enable_mergejoin to off as $$
declare d team_day%rowtype;
begin
  select * into strict d from team_day where day = p_day for update;
  return query
    with paid as (
      select f.member_id, f.asset, f.fee, m.invited_by as first, i.invited_by as second
      from team_fee f join app_user m on m.id = f.member_id join app_user i on i.id = m.invited_by
      where f.day = p_day and f.fee > 0
    ), shares as (
      select p.first as inviter, 'direct' as level, null::bigint as middle, p.member_id, p.asset, p.fee from paid p
      union all
      select p.second, 'second', p.first, p.member_id, p.asset, p.fee from paid p where p.second is not null
    ), next as (
      select distinct s.inviter from shares s where s.inviter > d.inviter_done order by s.inviter limit p_most
    )
    select s.inviter, s.level, s.middle, s.member_id, s.asset, s.fee from shares s
    where s.inviter in (select n.inviter from next n) order by s.inviter, s.member_id, s.asset;
end $$;

-- Books rewards, an entry an inviter and asset, publishes to inviters what they got, and says up to which inviter they are;
-- null when that was the last.
create or replace function team_write(p_day integer, p jsonb, p_inviter bigint, p_at bigint) returns void language plpgsql
  set enable_seqscan to off set enable_hashjoin to off set enable_mergejoin to off as $$
begin
  if jsonb_array_length(p -> 'entries') > 0 then
    perform ledger_write(p -> 'entries', p -> 'lines', null, '[]', '[]', p_at);
  end if;
  insert into team_reward select p_day, r.inviter_id, r.member_id, r.asset, r.level, r.amount, r.fee, p_at
    from jsonb_populate_recordset(null::team_reward, p -> 'rewards') r;
  update team_day set inviter_done = coalesce(p_inviter, inviter_done),
    closed_at = case when p_inviter is null then p_at end where day = p_day;
  perform publish(
    (select coalesce(jsonb_agg(jsonb_build_object('stream', 'user:' || inviter_id, 'type', 'reward',
        'body', jsonb_build_object('day', p_day, 'amounts', amounts)) order by inviter_id), '[]')
      from (select inviter_id, jsonb_agg(jsonb_build_object('asset', asset, 'amount', plain_text(amount)) order by asset)
          as amounts
        from (select r.inviter_id, r.asset, sum(r.amount) as amount
          from jsonb_populate_recordset(null::team_reward, p -> 'rewards') r group by r.inviter_id, r.asset) s
        group by inviter_id) w),
    array(select x::bigint from jsonb_array_elements_text(p -> 'users') x), p_at);
end $$;
