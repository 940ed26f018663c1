-- A chase that ends with something left open is told.
alter table notification drop constraint notification_kind_check;
--> statement-breakpoint
alter table notification add constraint notification_kind_check check (kind in ('fill', 'trigger', 'chase', 'liquidation',
  'reduction', 'deleveraging', 'margin', 'absence', 'deposit', 'withdrawal', 'cycle', 'interest', 'storage', 'reward',
  'reply', 'identity', 'alert'));
