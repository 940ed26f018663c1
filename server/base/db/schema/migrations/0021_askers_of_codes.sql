-- A code belongs to who asked for it: a person who is logged in or a temporary token, and the address that it came from.
-- Tries from that address without the token count apart, so that a neighbour cannot void it. What a code confirms is what
-- its message says, and so is what the proof is good for that was given for it.
alter table code
  add column asked_by text not null default '',
  add column asked_from text not null default '',
  add column other_tries smallint not null default 0,
  add column about text not null default '';
--> statement-breakpoint
alter table proof add column about text not null default '';
