-- What a person owes: a deposit that its network took back after it had been used. Never above 0.
do $$
declare rule text; negative text;
begin
  select pg_get_expr(conbin, conrelid) into strict rule from pg_constraint
    where conrelid = 'account'::regclass and conname = 'account_kind_check';
  execute 'alter table account drop constraint account_kind_check';
  execute format('alter table account add constraint account_kind_check check ((%s) or kind = %L)', rule, 'debt');
  select conname into strict negative from pg_constraint where conrelid = 'account'::regclass and contype = 'c'
    and pg_get_expr(conbin, conrelid) like '%may_go_negative = false%';
  execute format('alter table account drop constraint %I', negative);
end $$;
--> statement-breakpoint
alter table account add constraint account_negative
  check (may_go_negative = false or owner_id is null or kind = 'debt');
--> statement-breakpoint
alter table account add constraint account_debt check (kind <> 'debt' or (posted <= 0 and held = 0));
--> statement-breakpoint
create index account_owing on account (owner_id) where kind = 'debt' and posted < 0;
--> statement-breakpoint
create or replace function ledger_account(p_owner bigint, p_kind text, p_asset text) returns bigint
  language plpgsql as $$
declare n bigint;
begin
  select id into n from account where owner_id is not distinct from p_owner and kind = p_kind and asset = p_asset;
  if found then return n; end if;
  insert into account (owner_id, kind, asset, may_go_negative)
    values (p_owner, p_kind, p_asset, (p_owner is null and p_kind not in ('insurance', 'house_mm')) or p_kind = 'debt')
    on conflict (owner_id, kind, asset) do nothing returning id into n;
  if n is null then
    select id into n from account where owner_id is not distinct from p_owner and kind = p_kind and asset = p_asset;
  end if;
  return n;
end $$;
--> statement-breakpoint
-- A network that is listened to: how far its blocks have been looked through, and when it was heard of last.
create table chain_watch (
  watch text primary key,
  -- Null until it was heard of for the first time.
  scanned bigint check (scanned >= 0),
  heard_at bigint,
  next_index integer not null default 0
);
--> statement-breakpoint
create table deposit_address (
  watch text not null references chain_watch,
  user_id bigint not null references app_user,
  index integer not null,
  address text not null,
  created_at bigint not null,
  primary key (watch, user_id),
  unique (watch, index),
  unique (watch, address)
);
--> statement-breakpoint
-- One row for each transfer to a person's address, whatever becomes of it. `place` counts the transfers of one
-- transaction to one address: it stays the same when the transaction moves to another block, as its log's index
-- does not.
create table deposit (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user,
  watch text not null references chain_watch,
  chain text not null,
  asset text not null references asset,
  address text not null,
  tx text not null,
  place smallint not null check (place >= 0),
  amount numeric(38, 18) not null check (amount > 0 and amount < 1e19),
  block bigint,
  block_hash text,
  confirmations integer not null default 0,
  unlock_at integer not null,
  state text not null check (state in ('seen', 'credited', 'unlocked', 'reversed', 'small')),
  reason text,
  -- How often it has been credited: each time is an entry of its own.
  credits smallint not null default 0,
  debt numeric(38, 18) not null default 0 check (debt >= 0 and debt < 1e19),
  by_hand boolean not null default false,
  -- What its network says of it no longer fits what is booked: the operator is to look.
  doubtful boolean not null default false,
  seen_at bigint not null,
  credited_at bigint,
  unlocked_at bigint,
  updated_at bigint not null,
  version bigint not null default 1,
  unique (watch, tx, address, place),
  check ((block is null) = (block_hash is null)),
  check (state not in ('credited', 'unlocked') or (credits > 0 and credited_at is not null))
);
--> statement-breakpoint
create index deposit_of_user on deposit (user_id, id desc);
--> statement-breakpoint
create index deposit_locked on deposit (user_id) where state = 'credited';
--> statement-breakpoint
create index deposit_open on deposit (watch) where state in ('seen', 'credited', 'reversed') and block is not null;
--> statement-breakpoint
create index deposit_recent on deposit (watch, block) where state = 'unlocked' and block is not null;
--> statement-breakpoint
-- What people say of deposits that are missing. A voucher proves one of them.
create table deposit_notice (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user,
  watch text not null references chain_watch,
  chain text not null,
  asset text not null references asset,
  address text not null,
  amount numeric(38, 18) not null check (amount > 0 and amount < 1e19),
  tx text,
  voucher text not null constraint deposit_notice_voucher unique references upload,
  state text not null default 'waiting' check (state in ('waiting', 'credited', 'rejected')),
  reason text,
  deposit_id bigint references deposit,
  created_at bigint not null,
  updated_at bigint not null,
  version bigint not null default 1
);
--> statement-breakpoint
create index deposit_notice_of_user on deposit_notice (user_id, id desc);
--> statement-breakpoint
create unique index deposit_notice_tx on deposit_notice (user_id, watch, tx) where state <> 'rejected';
--> statement-breakpoint
create index deposit_notice_waiting on deposit_notice (id) where state = 'waiting';
--> statement-breakpoint
-- The simulated networks' own memory: what was sent, in which block it stands (null: in none yet), and from which
-- block on a network began anew. Blocks themselves follow from the time.
create table simulated_transfer (
  id bigint generated always as identity primary key,
  chain text not null,
  tx text not null unique,
  reference text not null unique,
  asset text not null,
  address text not null,
  amount numeric(38, 18) not null check (amount >= 0 and amount < 1e19),
  block bigint,
  sent_at bigint not null
);
--> statement-breakpoint
create index simulated_transfer_block on simulated_transfer (chain, block);
--> statement-breakpoint
create table simulated_fork (
  id bigint generated always as identity primary key,
  chain text not null,
  block bigint not null,
  at bigint not null
);
--> statement-breakpoint
create function deposit_row(d deposit) returns jsonb language sql stable as $$
  select jsonb_build_object('id', d.id, 'chain', d.chain, 'asset', d.asset, 'amount', trim_scale(d.amount)::text,
    'address', d.address, 'tx', d.tx, 'state', d.state, 'confirmations', d.confirmations, 'creditAt', 1,
    'unlockAt', d.unlock_at, 'reason', d.reason, 'debt', trim_scale(d.debt)::text, 'block', d.block,
    'seenAt', d.seen_at, 'creditedAt', d.credited_at, 'unlockedAt', d.unlocked_at, 'updatedAt', d.updated_at,
    'version', d.version)
$$;
--> statement-breakpoint
create function deposit_notice_row(n deposit_notice) returns jsonb language sql stable as $$
  select jsonb_build_object('id', n.id, 'chain', n.chain, 'asset', n.asset, 'amount', trim_scale(n.amount)::text,
    'address', n.address, 'tx', n.tx, 'state', n.state, 'reason', n.reason, 'deposit', n.deposit_id,
    'createdAt', n.created_at, 'updatedAt', n.updated_at, 'version', n.version)
$$;
