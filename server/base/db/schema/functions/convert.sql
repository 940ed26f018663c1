-- A conversion as its owner is told of it.
create or replace function conversion_row(c conversion) returns jsonb language sql stable as $$
  select jsonb_build_object('id', c.id, 'kind', c.kind, 'from', c.from_asset, 'to', c.to_asset,
    'fromAmount', trim_scale(c.from_amount)::text, 'toAmount', trim_scale(c.to_amount)::text,
    'price', trim_scale(c.price)::text, 'reference', trim_scale(c.reference)::text, 'at', c.at,
    'journal', (select j.id from journal j
      where j.code = 'convert' and j.ref_type = 'conversion' and j.ref_id = c.id::text))
$$;

-- Writes the conversions of one quote and books them: what is given goes from the user to the house, what is received
-- the other way. Null when the quote has been taken. p_rows: rows of the table in their order, each with the four
-- accounts `own_from`, `house_from`, `house_to`, `own_to`.
create or replace function convert_write(p_user bigint, p_quote text, p_kind text, p_rows jsonb, p_at bigint) returns jsonb
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
  select jsonb_agg(jsonb_build_object('code', 'convert', 'ref_type', 'conversion', 'ref_id', ids[o]::text,
      'lines', 4) order by o) into entries
    from jsonb_array_elements(p_rows) with ordinality as t(x, o);
  select jsonb_agg(jsonb_build_object('entry', o - 1, 'account', l.account, 'amount', l.amount) order by o, l.line) into lines
    from jsonb_array_elements(p_rows) with ordinality as t(x, o), lateral (values
      (1, x -> 'own_from', '-' || (x ->> 'fromAmount')), (2, x -> 'house_from', x ->> 'fromAmount'),
      (3, x -> 'house_to', '-' || (x ->> 'toAmount')), (4, x -> 'own_to', x ->> 'toAmount')) l(line, account, amount);
  perform ledger_write(entries, lines, null, '[]', '[]', p_at);
  return (select jsonb_agg(conversion_row(c) order by c.place) from conversion c where c.id = any (ids));
end $$;
