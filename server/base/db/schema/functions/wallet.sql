create or replace function deposit_row(d deposit) returns jsonb language sql stable as $$
  select jsonb_build_object('id', d.id, 'chain', d.chain, 'asset', d.asset, 'amount', trim_scale(d.amount)::text,
    'address', d.address, 'tx', d.tx, 'state', d.state, 'confirmations', d.confirmations, 'creditAt', 1,
    'unlockAt', d.unlock_at, 'reason', d.reason, 'debt', trim_scale(d.debt)::text, 'block', d.block,
    'seenAt', d.seen_at, 'creditedAt', d.credited_at, 'unlockedAt', d.unlocked_at, 'updatedAt', d.updated_at,
    'version', d.version)
$$;

create or replace function deposit_notice_row(n deposit_notice) returns jsonb language sql stable as $$
  select jsonb_build_object('id', n.id, 'chain', n.chain, 'asset', n.asset, 'amount', trim_scale(n.amount)::text,
    'address', n.address, 'tx', n.tx, 'state', n.state, 'reason', n.reason, 'deposit', n.deposit_id,
    'createdAt', n.created_at, 'updatedAt', n.updated_at, 'version', n.version)
$$;

-- A withdrawal goes its way and no other; what it is about never changes.
create or replace function withdrawal_goes_on() returns trigger language plpgsql as $$
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

-- A withdrawal as its owner is told of it.
create or replace function withdrawal_row(w withdrawal, p_at bigint) returns jsonb language sql stable
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

-- What counts into a user's limits since a moment, and what is under way. Those that moved nothing do not count. Neither
-- reads what the user has withdrawn before.
create or replace function withdrawal_used(p_user bigint, p_since bigint) returns jsonb language sql stable
  set enable_seqscan to off as $$
  select jsonb_build_object(
    'usdt', trim_scale(coalesce(sum(worth), 0))::text,
    'btc', trim_scale(coalesce(sum(worth_btc), 0))::text,
    'pending', (select count(*) from withdrawal where user_id = p_user and state in ('requested', 'approved', 'sent')))
  from withdrawal where user_id = p_user and created_at > p_since
    and state in ('requested', 'approved', 'sent', 'confirmed');
$$;
