-- What holds of a scope of the venue: 'open' until something else is said.
create or replace function venue_state_of(p_scope text) returns text stable language sql as $$
  select coalesce((select state from venue_state where scope = p_scope order by id desc limit 1), 'open')
$$;
