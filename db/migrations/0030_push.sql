-- Carriers of notices: browsers that take them by web push, and numbers that take them by SMS.

-- By which push services know this installation: one pair of keys, made when it is first needed.
create table push_keys (
  id integer primary key default 1 check (id = 1),
  public_key text not null,
  -- Sealed.
  private_key bytea not null,
  created_at timestamptz not null
);

-- A browser of a member: where its push service takes what is for it, and what that is encrypted with.
create table push_subscriptions (
  org_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  endpoint text not null,
  endpoint_hash bytea not null,
  p256dh text not null,
  auth text not null,
  -- When its browser lets it expire; null for never.
  expires_at timestamptz,
  created_at timestamptz not null,
  primary key (org_id, id)
);
create unique index push_subscriptions_by_endpoint on push_subscriptions (org_id, endpoint_hash);
create index push_subscriptions_of_user on push_subscriptions (org_id, user_id, id);
create index push_subscriptions_expiring on push_subscriptions (org_id, expires_at) where expires_at is not null;

-- The number of a person, and the code that proves it theirs.
create table notification_numbers (
  user_id uuid primary key,
  phone_number text not null,
  language text not null check (language in ('en', 'hi')),
  verified_at timestamptz,
  -- In which organization it was asked for: where the sandbox shows it.
  asked_in uuid not null,
  asked_at timestamptz not null,
  code_id uuid not null,
  -- 'leaving' from before it is handed over until it is known what came of it.
  code_status text not null check (code_status in ('waiting', 'leaving', 'sent', 'unknown', 'refused', 'used')),
  code_due_at timestamptz not null,
  -- Of the one that left last: keyed, and with whose number it proves.
  code_hash bytea,
  code_left_at timestamptz,
  code_expires_at timestamptz,
  wrong_codes integer not null default 0,
  updated_at timestamptz not null,
  constraint notification_numbers_used check ((code_status = 'used') = (verified_at is not null))
);
create index notification_numbers_due on notification_numbers (code_due_at) where code_status = 'waiting';
create index notification_numbers_leaving on notification_numbers (code_left_at) where code_status = 'leaving';

-- A word of the program itself to one person: shown to nobody else.
alter table sandbox_messages add column only_user_id uuid;

-- Codes that were asked for lately: what the daily limits count.
create table notification_codes (
  id uuid primary key,
  user_id uuid not null,
  number_hash bytea not null,
  created_at timestamptz not null
);
create index notification_codes_by_user on notification_codes (user_id, created_at);
create index notification_codes_by_number on notification_codes (number_hash, created_at);
create index notification_codes_by_time on notification_codes (created_at);
