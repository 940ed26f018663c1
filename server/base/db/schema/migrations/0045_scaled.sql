-- Orders of one scaled order: each has the number of the first.
alter table spot_order add column scaled_id bigint;
--> statement-breakpoint
alter table futures_order add column scaled_id bigint;
