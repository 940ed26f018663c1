-- The key by which push services know this exchange. What signs is sealed.
create table push_key (
  only_one boolean primary key default true check (only_one),
  public_key text not null,
  sealed text not null,
  created_at bigint not null
);
--> statement-breakpoint
-- Where a login's device is reached while no page is open. It ends with its login.
create table push_subscription (
  id bigint generated always as identity primary key,
  session_id bigint not null unique references session (id) on delete cascade,
  user_id bigint not null references app_user (id),
  endpoint text not null unique check (length(endpoint) between 1 and 1000),
  -- What the device reads by: its public key, and a secret that it shares with who may send.
  p256dh text not null,
  auth text not null,
  -- Whether messages say what has happened; else only that something has.
  words boolean not null,
  created_at bigint not null
);
--> statement-breakpoint
create index push_subscription_user on push_subscription (user_id);
--> statement-breakpoint
-- What has still to be sent: a notification to a device. Its words are made when it is sent.
create table push_message (
  id bigint generated always as identity primary key,
  subscription_id bigint not null references push_subscription (id) on delete cascade,
  user_id bigint not null,
  notification_id bigint not null,
  tries smallint not null default 0,
  next_at bigint not null,
  created_at bigint not null
);
--> statement-breakpoint
create index push_message_due on push_message (next_at);
--> statement-breakpoint
create index push_message_subscription on push_message (subscription_id);
