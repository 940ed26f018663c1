create table asset (code text primary key, scale smallint not null check (scale between 0 and 18));
--> statement-breakpoint
-- posted and held are kept sums of the journal and of the open holds; `ops ledger verify` proves them.
-- An upper bound on each amount also shuts out NaN, which PostgreSQL takes for larger than any number.
create table account (
  id bigint generated always as identity primary key,
  owner_id bigint references app_user,
  kind text not null check (kind in ('spot', 'futures', 'escrow', 'house_fee', 'house_mm', 'insurance',
    'ext_deposit', 'ext_withdraw', 'ext_genesis')),
  asset text not null references asset,
  posted numeric(38, 18) not null default 0,
  held numeric(38, 18) not null default 0,
  may_go_negative boolean not null default false,
  version bigint not null default 0,
  unique nulls not distinct (owner_id, kind, asset),
  constraint account_held_bounded check (held >= 0 and held < 1e19),
  constraint account_posted_bounded check (posted > -1e19 and posted < 1e19),
  constraint account_covered check (may_go_negative or posted >= held),
  check (may_go_negative = false or owner_id is null)
);
--> statement-breakpoint
create table journal (
  id bigint generated always as identity primary key,
  code text not null,
  ref_type text not null,
  ref_id text not null,
  reverses bigint references journal,
  at bigint not null,
  lines smallint not null check (lines >= 1),
  constraint journal_once unique (code, ref_type, ref_id)
);
--> statement-breakpoint
create table posting (
  journal_id bigint not null references journal,
  line smallint not null,
  account_id bigint not null references account,
  asset text not null,
  amount numeric(38, 18) not null
    constraint posting_amount_bounded check (amount <> 0 and amount > -1e19 and amount < 1e19),
  balance_after numeric(38, 18) not null check (balance_after > -1e19 and balance_after < 1e19),
  account_version bigint not null,
  primary key (journal_id, line),
  unique (account_id, account_version)
);
--> statement-breakpoint
create table hold (
  id bigint generated always as identity primary key,
  account_id bigint not null references account,
  kind text not null,
  ref_id text not null,
  amount numeric(38, 18) not null constraint hold_amount_bounded check (amount > 0 and amount < 1e19),
  remaining numeric(38, 18) not null check (remaining >= 0 and remaining < 1e19),
  at bigint not null,
  check (remaining <= amount),
  constraint hold_once unique (kind, ref_id, account_id)
);
--> statement-breakpoint
create index hold_open on hold (account_id) where remaining > 0;
--> statement-breakpoint
-- An entry sums to zero per asset and has the lines it began with: none can be added to it later on.
create function journal_balanced() returns trigger language plpgsql as $$
begin
  if exists (select 1 from posting where journal_id = new.journal_id group by asset having sum(amount) <> 0)
    or (select count(*) from posting where journal_id = new.journal_id)
      <> (select lines from journal where id = new.journal_id) then
    raise exception 'unbalanced journal %', new.journal_id using errcode = '23514';
  end if;
  return null;
end $$;
--> statement-breakpoint
create constraint trigger posting_balanced after insert on posting deferrable initially deferred
  for each row execute function journal_balanced();
--> statement-breakpoint
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = '42501';
end $$;
--> statement-breakpoint
create trigger posting_frozen before update or delete on posting for each row execute function refuse_change();
--> statement-breakpoint
create trigger journal_frozen before update or delete on journal for each row execute function refuse_change();
--> statement-breakpoint
create trigger posting_kept before truncate on posting for each statement execute function refuse_change();
--> statement-breakpoint
create trigger journal_kept before truncate on journal for each statement execute function refuse_change();
--> statement-breakpoint
-- The account of an owner (null: the house), made when it is first needed.
create function ledger_account(p_owner bigint, p_kind text, p_asset text) returns bigint language plpgsql as $$
declare n bigint;
begin
  select id into n from account where owner_id is not distinct from p_owner and kind = p_kind and asset = p_asset;
  if found then return n; end if;
  insert into account (owner_id, kind, asset, may_go_negative)
    values (p_owner, p_kind, p_asset, p_owner is null and p_kind <> 'insurance')
    on conflict (owner_id, kind, asset) do nothing returning id into n;
  if n is null then
    select id into n from account where owner_id is not distinct from p_owner and kind = p_kind and asset = p_asset;
  end if;
  return n;
end $$;
--> statement-breakpoint
-- Refuses what is no amount of an asset: NaN, too large, or finer than the asset's scale.
create function ledger_check(p_amount numeric, p_asset text) returns void language plpgsql as $$
begin
  if not (p_amount > -1e19 and p_amount < 1e19
    and p_amount = round(p_amount, (select scale from asset where code = p_asset))) then
    raise exception 'no amount in %: %', p_asset, p_amount using errcode = '22003';
  end if;
end $$;
--> statement-breakpoint
-- p_lines: [[account id, "signed amount"], ...]. Accounts are locked in the order of their ids before any insert
-- that refers to them: locking later deadlocks.
create function ledger_post(p_code text, p_ref_type text, p_ref_id text, p_at bigint, p_lines jsonb)
returns bigint language plpgsql as $$
declare j bigint; l record; i smallint := 0; a account%rowtype;
begin
  perform 1 from account where id in (select (x ->> 0)::bigint from jsonb_array_elements(p_lines) x)
    order by id for no key update;
  insert into journal (code, ref_type, ref_id, at, lines)
    values (p_code, p_ref_type, p_ref_id, p_at, jsonb_array_length(p_lines)) returning id into j;
  for l in select (x ->> 0)::bigint as account_id, (x ->> 1)::numeric as amount
    from jsonb_array_elements(p_lines) with ordinality as t(x, o) order by o
  loop
    i := i + 1;
    update account set posted = posted + l.amount, version = version + 1 where id = l.account_id returning * into a;
    if not found then raise exception 'no account %', l.account_id using errcode = '23503'; end if;
    perform ledger_check(l.amount, a.asset);
    insert into posting values (j, i, l.account_id, a.asset, l.amount, a.posted, a.version);
  end loop;
  return j;
end $$;
--> statement-breakpoint
-- Puts money aside: it stays posted and can be used for nothing else.
create function ledger_hold(p_account bigint, p_amount numeric, p_kind text, p_ref_id text, p_at bigint)
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
--> statement-breakpoint
-- Gives back a part of a hold, or all that is left when p_amount is null. Returns what was given back.
create function ledger_release(p_hold bigint, p_amount numeric) returns numeric language plpgsql as $$
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
