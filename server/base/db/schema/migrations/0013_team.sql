-- Who invited a person is recorded when they register, once and for ever; only somebody who was there before can have.
-- So nobody invites themselves, and invitations never form a ring.
create function app_user_invited_once() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.invited_by is distinct from old.invited_by
    or new.invited_by >= new.id then
    raise exception 'the inviter of person % is fixed', new.id using errcode = '42501';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger app_user_invited_fixed before insert or update of invited_by on app_user for each row
  execute function app_user_invited_once();
--> statement-breakpoint
create index app_user_invited on app_user (invited_by, id) where invited_by is not null;
--> statement-breakpoint
-- A UTC day whose fees are shared out, counted from 1970-01-01. It takes the fills after those of the day before it, up
-- to the newest one from before its end: each fill belongs to one day, whatever the clock did. The other columns say how
-- far the work has come, so that it goes on where it was cut off.
create table team_day (
  day integer primary key,
  spot_to bigint not null,
  futures_to bigint not null,
  spot_done bigint not null,
  futures_done bigint not null,
  inviter_done bigint not null default 0,
  closed_at bigint
);
--> statement-breakpoint
-- What a member has paid on a day in fees that count; less than 0 when more was given back than taken.
create table team_fee (
  day integer not null references team_day,
  member_id bigint not null references app_user,
  asset text not null references asset,
  fee numeric(38, 18) not null check (fee > -1e19 and fee < 1e19),
  primary key (day, member_id, asset)
);
--> statement-breakpoint
-- At most one reward a level for a member's day, of no more than that level's share: both together are never more than
-- a quarter of what was paid.
create table team_reward (
  day integer not null,
  inviter_id bigint not null references app_user,
  member_id bigint not null references app_user,
  asset text not null,
  level text not null check (level in ('direct', 'second')),
  amount numeric(38, 18) not null check (amount > 0 and amount < 1e19),
  fee numeric(38, 18) not null,
  at bigint not null,
  primary key (day, inviter_id, member_id, asset),
  unique (day, member_id, asset, level),
  foreign key (day, member_id, asset) references team_fee,
  constraint team_reward_ruled check (
    amount = trunc(fee * case level when 'direct' then 0.2 else 0.05 end, 8)),
  check (inviter_id < member_id)
);
--> statement-breakpoint
create index team_reward_of_inviter on team_reward (inviter_id, day desc);
--> statement-breakpoint
create trigger team_reward_frozen before update or delete on team_reward for each row execute function refuse_change();
--> statement-breakpoint
create trigger team_reward_kept before truncate on team_reward for each statement execute function refuse_change();
--> statement-breakpoint
-- Begins a day: which fills are its own is fixed from here on.
create function team_begin(p_day integer, p_end bigint) returns void language plpgsql
  set enable_seqscan to off as $$
declare last team_day%rowtype;
begin
  select * into strict last from team_day order by day desc limit 1;
  insert into team_day (day, spot_to, futures_to, spot_done, futures_done) values (p_day,
    greatest(last.spot_to, (select id from spot_fill where at < p_end order by id desc limit 1)),
    greatest(last.futures_to, (select id from futures_fill where at < p_end order by id desc limit 1)),
    last.spot_to, last.futures_to);
end $$;
--> statement-breakpoint
-- Fees of the next fills of a day, at most so many, of people who were invited, by whom they traded with: null for the
-- house. Both sides of a trade between two people are written one after the other. upto is null when all were read.
create function team_spot_fees(p_day integer, p_most integer)
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
--> statement-breakpoint
-- The same of perpetuals. Only trades count: what a liquidation costs is nobody's reward. A trade with another person is
-- one of the same moment, market and price in the other role, a few numbers away.
create function team_futures_fees(p_day integer, p_most integer, p_asset text)
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
        where o.id between f.id - 16 and f.id + 16 and o.user_id <> f.user_id and o.role <> f.role
          and o.side <> f.side and o.market = f.market and o.at = f.at and o.price = f.price
        order by abs(o.id - f.id) limit 1) as counter
      from futures_fill f join app_user u on u.id = f.user_id
      where f.id > d.futures_done and f.id <= newest and f.kind = 'trade' and f.fee <> 0
        and u.invited_by is not null) x
    group by x.user_id, x.counter
    union all select newest, null, null, null, null where newest is not null;
end $$;
--> statement-breakpoint
-- Adds fees that count: [[member, asset, "fee"], ...], and says up to which fill they are.
create function team_collect(p_day integer, p_fees jsonb, p_spot bigint, p_futures bigint) returns void language plpgsql
  set enable_seqscan to off set enable_hashjoin to off set enable_mergejoin to off as $$
begin
  insert into team_fee
    select p_day, (x ->> 0)::bigint, x ->> 1, (x ->> 2)::numeric from jsonb_array_elements(p_fees) x
    on conflict (day, member_id, asset) do update set fee = team_fee.fee + excluded.fee;
  update team_day set spot_done = coalesce(p_spot, spot_done), futures_done = coalesce(p_futures, futures_done)
    where day = p_day;
end $$;
--> statement-breakpoint
-- What the next inviters of a day, at most so many, may be rewarded for. middle: the member in between, for the second
-- level.
create function team_due(p_day integer, p_most integer)
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
--> statement-breakpoint
-- Books rewards, an entry an inviter and asset, and says up to which inviter they are; null when that was the last.
create function team_write(p_day integer, p jsonb, p_inviter bigint, p_at bigint) returns void language plpgsql
  set enable_seqscan to off set enable_hashjoin to off set enable_mergejoin to off as $$
begin
  if jsonb_array_length(p -> 'entries') > 0 then
    perform ledger_write(p -> 'entries', p -> 'lines', null, '[]', '[]', p_at);
  end if;
  insert into team_reward select p_day, r.inviter_id, r.member_id, r.asset, r.level, r.amount, r.fee, p_at
    from jsonb_populate_recordset(null::team_reward, p -> 'rewards') r;
  update team_day set inviter_done = coalesce(p_inviter, inviter_done),
    closed_at = case when p_inviter is null then p_at end where day = p_day;
  perform tell('[]', array(select x::bigint from jsonb_array_elements_text(p -> 'users') x), p_at);
end $$;
