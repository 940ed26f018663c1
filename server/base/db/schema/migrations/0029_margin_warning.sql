-- The margin ratio, in hundredths, of which a person stands warned; no row: of none.
create table futures_warning (
  user_id bigint not null references app_user,
  -- 0: the cross side of the account.
  position_id bigint not null,
  level smallint not null check (level in (70, 85)),
  at bigint not null,
  primary key (user_id, position_id)
);
--> statement-breakpoint
alter table notification drop constraint notification_kind_check;
--> statement-breakpoint
alter table notification add constraint notification_kind_check check (kind in ('fill', 'trigger', 'liquidation',
  'reduction', 'deleveraging', 'margin', 'absence', 'deposit', 'withdrawal', 'cycle', 'interest', 'storage', 'reward',
  'reply', 'identity', 'alert'));
