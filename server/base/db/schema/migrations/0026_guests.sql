-- A guest has neither a contact nor a password, only the session that was opened with the account.
alter table app_user drop constraint app_user_check;
--> statement-breakpoint
alter table app_user add constraint app_user_reached
  check (email is not null or phone is not null or password_hash = '');
