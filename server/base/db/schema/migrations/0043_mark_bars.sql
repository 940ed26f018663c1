-- How marks of perpetuals went: nothing but what was seen of them, so that an hour in which the exchange was down is not
-- there. The minutes of an hour stand in one row, which is written again and again while it runs.
create table mark_minutes (
  market text not null,
  -- Start of the hour, ms UTC.
  at bigint not null check (at % 3600000 = 0),
  -- Of each minute, ascending: its start, ms UTC, and open, high, low and close as decimal text.
  bars jsonb not null check (jsonb_array_length(bars) between 1 and 60),
  primary key (market, at)
);
--> statement-breakpoint
create index mark_minutes_at on mark_minutes (at);
--> statement-breakpoint
create table mark_hour (
  market text not null,
  -- Start of the hour, ms UTC.
  at bigint not null check (at % 3600000 = 0),
  open numeric not null,
  high numeric not null,
  low numeric not null,
  close numeric not null,
  primary key (market, at),
  check (low <= least(open, close) and high >= greatest(open, close))
);
--> statement-breakpoint
create index mark_hour_at on mark_hour (at);
