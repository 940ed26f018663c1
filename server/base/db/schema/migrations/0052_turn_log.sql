-- Batches of the engines in their order, each a document: appended before their answers go out, and applied to the
-- tables behind it. Only where an engine runs with ORDER_LOG=on; else it stays empty.
create table turn_log (
  shard smallint not null check (shard = 0),
  seq bigint not null check (seq > 0),
  -- The append by which it came: one whose response was lost is recognised by it.
  id uuid not null,
  fence bigint not null,
  product text not null check (product in ('spot', 'perpetual')),
  -- When it was decided.
  at bigint not null,
  body text not null,
  primary key (shard, seq)
);
--> statement-breakpoint
-- Documents are read once: packing them costs more than their bytes.
alter table turn_log alter column body set storage external;
--> statement-breakpoint
-- Up to where the tables have the log, and whether an engine appends to it.
create table turn_state (
  shard smallint primary key check (shard = 0),
  applied bigint not null,
  is_on boolean not null
);
--> statement-breakpoint
insert into turn_state values (0, 0, false);
--> statement-breakpoint
-- Has no rows, and is only locked: in share mode by an append, in row exclusive mode by a transaction outside of the log.
create table turn_outside (is_only boolean primary key);
--> statement-breakpoint
-- Counts transactions outside of the log: what an engine has in memory is of one count.
create sequence turn_outside_count;
