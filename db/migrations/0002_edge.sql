-- Up Migration
-- What the edge and the workers keep for every domain: answers for retried requests, events, due work.

create table idempotency_keys (
  org_id uuid not null,
  token_id uuid not null,
  key text not null,
  fingerprint bytea not null,
  status integer not null,
  location text,
  body text,
  created_at timestamptz not null,
  primary key (org_id, token_id, key)
);
create index idempotency_keys_by_age on idempotency_keys (org_id, created_at);

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

-- "Organization X has work of kind Y, not before Z." The rows themselves are claimed per organization.
create table due_work (
  kind text not null,
  org_id uuid not null,
  due_at timestamptz not null,
  primary key (kind, org_id)
);
create index due_work_by_time on due_work (kind, due_at);
