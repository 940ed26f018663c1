-- One row a money-moving call: the first answer, kept for as long as the account is.
create table command (
  user_id bigint not null references app_user,
  key text not null check (length(key) between 8 and 64),
  call text not null,
  request_hash bytea not null,
  response jsonb,
  at bigint not null,
  primary key (user_id, key)
);
--> statement-breakpoint
create table stream_head (stream text primary key, epoch uuid not null default gen_random_uuid(), seq bigint not null);
--> statement-breakpoint
create table outbox (
  stream text not null references stream_head,
  seq bigint not null,
  type text not null,
  body jsonb not null,
  at bigint not null,
  primary key (stream, seq)
);
--> statement-breakpoint
-- The head's row lock makes numbers gapless and commit order the order of numbers.
create function emit(p_stream text, p_type text, p_body jsonb, p_at bigint) returns bigint language plpgsql as $$
declare n bigint;
begin
  insert into stream_head (stream, seq) values (p_stream, 1)
    on conflict (stream) do update set seq = stream_head.seq + 1 returning seq into n;
  insert into outbox values (p_stream, n, p_type, p_body, p_at);
  return n;
end $$;
--> statement-breakpoint
-- The version of each account that its owner's private channel was told last.
alter table account add column told bigint not null default 0;
--> statement-breakpoint
-- Tells a person the new state of every account that changed and was not told yet: one round trip.
create function tell_balances(p_owner bigint, p_at bigint) returns bigint language plpgsql as $$
declare a record; n bigint := 0;
begin
  for a in update account set told = version
    where owner_id = p_owner and kind in ('spot', 'futures') and told < version
    returning kind, asset, posted, held, version
  loop
    n := emit('user:' || p_owner, 'balance', jsonb_build_object('account', a.kind, 'asset', a.asset,
      'posted', trim_scale(a.posted)::text, 'held', trim_scale(a.held)::text, 'version', a.version), p_at);
  end loop;
  return n;
end $$;
