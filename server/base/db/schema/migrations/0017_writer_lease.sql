-- Who writes to this database. Every transaction of an exchange reads the fence for share and ends itself when another
-- number stands there. renewed_at is of the database's own clock: the one of a stopped process stands still.
create table writer_lease (
  is_only boolean primary key default true check (is_only),
  fence bigint not null,
  holder text not null,
  renewed_at timestamptz not null
);
--> statement-breakpoint
insert into writer_lease (fence, holder, renewed_at) values (0, '', to_timestamp(0));
