-- The name that a person was verified with: a bank card has to be in it.
alter table app_user add column verified_name text;
--> statement-breakpoint
-- Whether withdrawals go to addresses of the book alone, and when that ends after it was switched off.
alter table app_user add column whitelist_on boolean not null default false;
--> statement-breakpoint
alter table app_user add column whitelist_off_at bigint;
--> statement-breakpoint
-- That somebody has proven to be the person: good once, for one purpose, for some minutes. The token itself is not kept.
create table proof (
  hash bytea primary key,
  user_id bigint not null references app_user,
  purpose text not null,
  expires_at bigint not null,
  used_at bigint
);
--> statement-breakpoint
create table withdraw_address (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user,
  currency text not null references asset,
  chain text not null,
  family text not null,
  address text not null,
  label text not null,
  created_at bigint not null,
  removed_at bigint
);
--> statement-breakpoint
create unique index withdraw_address_once on withdraw_address (user_id, currency, chain, address) where removed_at is null;
--> statement-breakpoint
-- The number is sealed; its last digits are what is shown.
create table bank_card (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user,
  holder text not null,
  bank text not null,
  branch text not null,
  code text not null,
  number_sealed text not null,
  number_shown text not null,
  created_at bigint not null,
  removed_at bigint
);
--> statement-breakpoint
create index bank_card_of_user on bank_card (user_id) where removed_at is null;
--> statement-breakpoint
create table bank_quote (
  id text primary key,
  user_id bigint not null references app_user,
  fiat text not null,
  amount numeric(38, 18) not null check (amount > 0 and amount < 1e19),
  fee numeric(38, 18) not null check (fee >= 0 and fee < amount),
  received numeric(38, 18) not null check (received > 0 and received < 1e19),
  rate numeric(38, 18) not null check (rate > 0 and rate < 1e19),
  expires_at bigint not null
);
--> statement-breakpoint
-- Limits are told in USDT (worth) and, for bank cards, in BTC (worth_btc), each as it was when it was asked for.
create table withdrawal (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user,
  kind text not null check (kind in ('crypto', 'bank')),
  currency text not null references asset,
  amount numeric(38, 18) not null check (amount > 0 and amount < 1e19),
  fee numeric(38, 18) not null check (fee > 0 and fee < amount),
  received numeric(38, 18) not null check (received > 0 and received < 1e19),
  worth numeric(38, 18) not null check (worth > 0 and worth < 1e19),
  worth_btc numeric(38, 18) check (worth_btc > 0 and worth_btc < 1e19),
  hold_id bigint not null unique references hold,
  state text not null default 'requested' check (state in ('requested', 'approved', 'sent', 'confirmed', 'rejected',
    'cancelled', 'failed')),
  reason text,
  chain text,
  address text,
  confirmations integer not null default 0 check (confirmations >= 0),
  confirmations_needed integer,
  fiat text,
  rate numeric(38, 18) check (rate > 0 and rate < 1e19),
  quote_id text unique references bank_quote,
  card_id bigint references bank_card,
  -- What was signed, before it is sent: sending it again sends nothing twice.
  tx text,
  signed text,
  signer text,
  nonce bigint,
  -- The state that its owner was written to of, last.
  noticed text,
  version bigint not null default 1,
  created_at bigint not null,
  updated_at bigint not null,
  constraint withdrawal_received check (kind = 'bank' or received = amount - fee),
  check (kind = 'bank' or (chain is not null and address is not null and confirmations_needed > 0)),
  check (kind = 'crypto' or (fiat is not null and rate is not null and quote_id is not null and card_id is not null
    and worth_btc is not null)),
  check (state not in ('sent', 'confirmed') or tx is not null)
);
--> statement-breakpoint
create index withdrawal_of_user on withdrawal (user_id, id desc);
--> statement-breakpoint
create index withdrawal_pending on withdrawal (state, id) where state in ('requested', 'approved', 'sent');
--> statement-breakpoint
create unique index withdrawal_nonce on withdrawal (signer, nonce) where nonce is not null;
--> statement-breakpoint
create index withdrawal_unnoticed on withdrawal (id) where state in ('sent', 'rejected', 'failed')
  and noticed is distinct from state;
--> statement-breakpoint
-- A transaction stands for one withdrawal: its number cannot be entered for two.
create unique index withdrawal_tx on withdrawal (chain, tx) where tx is not null and kind = 'crypto';
--> statement-breakpoint
-- A withdrawal goes its way and no other; what it is about never changes.
create function withdrawal_goes_on() returns trigger language plpgsql as $$
begin
  if row(new.user_id, new.kind, new.currency, new.amount, new.fee, new.received, new.hold_id, new.chain, new.address,
      new.quote_id, new.card_id) is distinct from row(old.user_id, old.kind, old.currency, old.amount, old.fee,
      old.received, old.hold_id, old.chain, old.address, old.quote_id, old.card_id)
    or (new.state <> old.state and not (old.state || ' ' || new.state) = any (array['requested approved',
      'requested rejected', 'requested cancelled', 'approved rejected', 'approved sent', 'sent confirmed', 'sent failed']))
    -- What was signed may be on the chain: it can no longer be taken back.
    or (old.signed is not null and (new.signed is distinct from old.signed or new.tx is distinct from old.tx
      or new.state = 'rejected')) then
    raise exception 'withdrawal % does not go from % to %', old.id, old.state, new.state using errcode = '23514',
      constraint = 'withdrawal_goes_on';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger withdrawal_way before update on withdrawal for each row execute function withdrawal_goes_on();
--> statement-breakpoint
-- A withdrawal as its owner is told of it.
create function withdrawal_row(w withdrawal, p_at bigint) returns jsonb language sql stable
  set enable_seqscan to off set enable_hashjoin to off set enable_mergejoin to off as $$
  select jsonb_build_object('kind', w.kind, 'id', w.id, 'currency', w.currency, 'amount', trim_scale(w.amount)::text,
      'fee', trim_scale(w.fee)::text, 'received', trim_scale(w.received)::text, 'state', w.state, 'reason', w.reason,
      'restsUntil', (select held_until from app_user where id = w.user_id and held_until > p_at
        and w.state in ('requested', 'approved') and w.signed is null),
      'createdAt', w.created_at, 'updatedAt', w.updated_at, 'version', w.version,
      'tx', case when w.state in ('sent', 'confirmed', 'failed') then w.tx end)
    || case when w.kind = 'crypto' then jsonb_build_object('chain', w.chain, 'address', w.address,
        'confirmations', w.confirmations, 'confirmationsNeeded', w.confirmations_needed)
      else (select jsonb_build_object('fiat', w.fiat, 'rate', trim_scale(w.rate)::text, 'bank', c.bank,
        'card', c.number_shown) from bank_card c where c.id = w.card_id) end;
$$;
--> statement-breakpoint
-- What counts into a person's limits since a moment, and what is under way. Those that moved nothing do not count.
create function withdrawal_used(p_user bigint, p_since bigint) returns jsonb language sql stable
  set enable_seqscan to off as $$
  select jsonb_build_object(
    'usdt', trim_scale(coalesce(sum(worth) filter (where created_at > p_since), 0))::text,
    'btc', trim_scale(coalesce(sum(worth_btc) filter (where created_at > p_since), 0))::text,
    'pending', count(*) filter (where state in ('requested', 'approved', 'sent')))
  from withdrawal where user_id = p_user and state in ('requested', 'approved', 'sent', 'confirmed');
$$;
--> statement-breakpoint
create index deposit_address_of_user on deposit_address (user_id);
