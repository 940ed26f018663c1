-- A withdrawal may have arrived before its owner was written to that it was sent. Older ones are over.
update withdrawal set noticed = state where state = 'confirmed' and noticed is null;
--> statement-breakpoint
drop index withdrawal_unnoticed;
--> statement-breakpoint
create index withdrawal_unnoticed on withdrawal (id) where (state in ('sent', 'rejected', 'failed')
  and noticed is distinct from state) or (state = 'confirmed' and noticed is null);
--> statement-breakpoint
-- What counts into limits is of one day, whatever a user has withdrawn before.
create index withdrawal_recent on withdrawal (user_id, created_at);
--> statement-breakpoint
create index withdrawal_under_way on withdrawal (user_id) where state in ('requested', 'approved', 'sent');
