-- An application is decided once; what it says never changes.
create or replace function identity_goes_on() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or (new.user_id, new.level, new.name, new.number_sealed, new.number_shown, new.number_mark,
      new.created_at) is distinct from (old.user_id, old.level, old.name, old.number_sealed, old.number_shown,
      old.number_mark, old.created_at)
    or (old.state <> 'pending' and (new.state, new.reasons, new.decided_by, new.decided_at)
      is distinct from (old.state, old.reasons, old.decided_by, old.decided_at)) then
    raise exception 'application % is fixed', old.id using errcode = '42501';
  end if;
  return new;
end $$;
