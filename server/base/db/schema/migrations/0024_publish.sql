-- These have other names now; the texts of all functions stand in functions/.
drop function tell(jsonb, bigint[], bigint);
--> statement-breakpoint
drop function emit(text, text, jsonb, bigint);
--> statement-breakpoint
drop function cycle_told(bigint[]);
--> statement-breakpoint
alter table account rename column told to published;
