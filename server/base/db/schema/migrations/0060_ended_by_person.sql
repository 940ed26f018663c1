-- Each new proof, quote and temporary token ends those that have expired: of its person, or of all.
create index proof_of_user on proof (user_id);
--> statement-breakpoint
create index bank_quote_of_user on bank_quote (user_id);
--> statement-breakpoint
create index temporary_token_expiry on temporary_token (expires_at);
