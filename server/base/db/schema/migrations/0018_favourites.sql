-- Favourites of a person, whole and in their order. A change names the version that it was made from.
create table favourites (
  user_id bigint primary key references app_user,
  ids text[] not null check (cardinality(ids) <= 500),
  version bigint not null check (version > 0)
);
