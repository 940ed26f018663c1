-- Lists beside the favourites, whole and in their order, under the same version: {id, name, ids}.
alter table favourites add column lists jsonb not null default '[]'
  check (jsonb_typeof(lists) = 'array' and jsonb_array_length(lists) <= 10);
