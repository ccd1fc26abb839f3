-- What everything stands on: the installation's own row, work that is due, answers for retried requests, events.
-- Platform tables are keyed by their own id; tenant tables begin every key with org_id, so that they can be distributed by it.
-- Amounts are integer micro-rupees everywhere.

-- What is true of the installation as a whole, and must outlive every restart and every account that is removed: one row.
create table installation (
  id integer primary key check (id = 1),
  -- Of the secret key that seals what is stored: another key is refused at start, before anything is written with it.
  secret_key_fingerprint text,
  -- When the first real account of a kind was configured. From then on its sandbox is off for good (spec 16.3, 16.4).
  real_gateway_since timestamptz,
  real_email_since timestamptz
);
insert into installation (id) values (1);

-- "Organization X has work of kind Y, not before Z." The rows themselves are claimed per organization.
create table due_work (
  kind text not null,
  org_id uuid not null,
  due_at timestamptz not null,
  -- Who works on it alone, and until when: what is noted meanwhile stays due, and waits.
  lease_id uuid,
  lease_until timestamptz,
  primary key (kind, org_id)
);
create index due_work_by_time on due_work (kind, due_at);

create table idempotency_keys (
  org_id uuid not null,
  token_id uuid not null,
  key text not null,
  fingerprint bytea not null,
  status integer not null,
  location text,
  body text,
  -- The objects that the answer shows. When one of them is deleted the body goes, and a replay says that it is gone (spec 3.17).
  object_ids uuid[] not null default '{}',
  is_gone boolean not null default false,
  created_at timestamptz not null,
  primary key (org_id, token_id, key)
);
create index idempotency_keys_by_age on idempotency_keys (org_id, created_at);
create index idempotency_keys_by_object on idempotency_keys using gin (object_ids);

create table events (
  org_id uuid not null,
  id uuid not null,
  type text not null,
  object_id uuid not null,
  payload jsonb not null,
  created_at timestamptz not null,
  primary key (org_id, id)
);
create index events_by_object on events (org_id, object_id, id);

-- Message events are many and written only for an organization that asked for them.
create table event_subscriptions (
  org_id uuid not null,
  event_type text not null,
  subscriber text not null,
  primary key (org_id, event_type, subscriber)
);
