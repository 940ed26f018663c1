-- Price alerts. A one-time alert is told once; a repeating one rests after it was told until its price has gone back.
create table price_alert (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user,
  market text not null,
  direction text not null check (direction in ('above', 'below')),
  price numeric(38, 18) not null check (price > 0 and price < 1e19),
  repeats boolean not null,
  state text not null default 'waiting' check (state in ('waiting', 'resting', 'reached')),
  fired integer not null default 0 check (fired >= 0),
  fired_at bigint,
  fired_price numeric(38, 18) check (fired_price >= 0 and fired_price < 1e19),
  seen boolean not null default true,
  created_at bigint not null,
  version bigint not null default 1,
  check ((fired = 0) = (fired_at is null) and (fired = 0) = (fired_price is null)),
  check (state = 'waiting' or fired > 0),
  check (state <> case when repeats then 'reached' else 'resting' end)
);
--> statement-breakpoint
create unique index price_alert_once on price_alert (user_id, market, direction, price) where state <> 'reached';
--> statement-breakpoint
create index price_alert_of_user on price_alert (user_id, id desc);
--> statement-breakpoint
create index price_alert_live on price_alert (id) where state <> 'reached';
