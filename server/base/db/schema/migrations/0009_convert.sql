-- The house has a purse of its own for conversions, which the table of accounts has to know.
do $$
declare rule text;
begin
  select pg_get_expr(conbin, conrelid) into strict rule from pg_constraint
    where conrelid = 'account'::regclass and conname = 'account_kind_check';
  execute 'alter table account drop constraint account_kind_check';
  execute format('alter table account add constraint account_kind_check check ((%s) or kind = %L)', rule, 'house_convert');
end $$;
--> statement-breakpoint
-- A quote is taken once: its rows are numbered from 0, and a second taking finds that number given. What is received
-- follows from what is given and the price, whoever writes it.
create table conversion (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user,
  quote_id text not null check (length(quote_id) between 8 and 64),
  place smallint not null check (place >= 0),
  kind text not null check (kind in ('quote', 'small')),
  from_asset text not null references asset,
  to_asset text not null references asset,
  from_amount numeric(38, 18) not null check (from_amount > 0 and from_amount < 1e19),
  to_amount numeric(38, 18) not null check (to_amount > 0 and to_amount < 1e19),
  price numeric(38, 18) not null check (price > 0 and price < 1e19),
  reference numeric(38, 18) not null check (reference >= price and reference < 1e19),
  at bigint not null,
  check (from_asset <> to_asset),
  constraint conversion_as_quoted check (to_amount = trunc(from_amount * price, 8)),
  constraint conversion_bounded_source check (kind = 'small' or (from_amount >= 0.001 and from_amount <= 1000000)),
  constraint conversion_once unique (quote_id, place)
);
--> statement-breakpoint
create index conversion_of_user on conversion (user_id, id desc);
--> statement-breakpoint
create trigger conversion_frozen before update or delete on conversion for each row execute function refuse_change();
--> statement-breakpoint
create trigger conversion_kept before truncate on conversion for each statement execute function refuse_change();
--> statement-breakpoint
-- A conversion as its owner is told of it.
create function conversion_row(c conversion) returns jsonb language sql stable as $$
  select jsonb_build_object('id', c.id, 'kind', c.kind, 'from', c.from_asset, 'to', c.to_asset,
    'fromAmount', trim_scale(c.from_amount)::text, 'toAmount', trim_scale(c.to_amount)::text,
    'price', trim_scale(c.price)::text, 'reference', trim_scale(c.reference)::text, 'at', c.at,
    'journal', (select j.id from journal j
      where j.code = 'convert' and j.ref_type = 'conversion' and j.ref_id = c.id::text))
$$;
--> statement-breakpoint
-- Writes the conversions of one quote and books them: what is given goes from the person to the house, what is received
-- the other way. Null when the quote has been taken. p_rows: rows of the table in their order, each with the four
-- accounts `own_from`, `house_from`, `house_to`, `own_to`.
create function convert_write(p_user bigint, p_quote text, p_kind text, p_rows jsonb, p_at bigint) returns jsonb
  language plpgsql set enable_seqscan to off set enable_hashjoin to off set enable_mergejoin to off as $$
declare ids bigint[]; entries jsonb; lines jsonb;
begin
  with written as (
    insert into conversion (user_id, quote_id, place, kind, from_asset, to_asset, from_amount, to_amount, price,
        reference, at)
      select p_user, p_quote, o - 1, p_kind, x ->> 'from', x ->> 'to', (x ->> 'fromAmount')::numeric,
        (x ->> 'toAmount')::numeric, (x ->> 'price')::numeric, (x ->> 'reference')::numeric, p_at
      from jsonb_array_elements(p_rows) with ordinality as t(x, o) order by o
      on conflict (quote_id, place) do nothing returning id, place
  )
  select array_agg(id order by place) into ids from written;
  if cardinality(ids) is distinct from jsonb_array_length(p_rows) then return null; end if;
  select jsonb_agg(jsonb_build_array('convert', 'conversion', ids[o]::text, 4) order by o) into entries
    from jsonb_array_elements(p_rows) with ordinality as t(x, o);
  select jsonb_agg(jsonb_build_array(o - 1, l.account, l.amount) order by o, l.line) into lines
    from jsonb_array_elements(p_rows) with ordinality as t(x, o), lateral (values
      (1, x -> 'own_from', '-' || (x ->> 'fromAmount')), (2, x -> 'house_from', x ->> 'fromAmount'),
      (3, x -> 'house_to', '-' || (x ->> 'toAmount')), (4, x -> 'own_to', x ->> 'toAmount')) l(line, account, amount);
  perform ledger_write(entries, lines, null, '[]', '[]', p_at);
  return (select jsonb_agg(conversion_row(c) order by c.place) from conversion c where c.id = any (ids));
end $$;
