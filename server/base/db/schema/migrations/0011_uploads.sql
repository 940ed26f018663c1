-- A picture may be kept elsewhere than in its row; the row says where.
alter table upload alter column content drop not null;
--> statement-breakpoint
alter table upload add column place text not null default 'database'
  check (place in ('database', 'folder', 's3'));
--> statement-breakpoint
alter table upload add constraint upload_somewhere check ((place = 'database') = (content is not null));
