-- Telling events: their order, who may read them, and who is told of them.

-- In which order events of one object were written: taken with the row, behind the lock on the object, so that of two that are about
-- the same object the later one has the greater. What was written before has none, and is ordered by its id.
create sequence event_versions as bigint;
alter table events
  add column version bigint not null default 0,
  -- Its place among the events of its organization, given once it is committed: what whoever follows events goes by.
  add column position bigint,
  -- Who may read it besides those who see everybody's: the conversation that it is about, and the user whose it was.
  add column conversation_id uuid,
  add column user_id uuid;
alter table events alter column version set default nextval('event_versions');

-- Those that have no position yet: few, and for a moment.
create index events_without_position on events (org_id, version, id) where position is null;
create unique index events_by_position on events (org_id, position);

-- The last position that was given in an organization.
create table event_heads (
  org_id uuid primary key,
  position bigint not null
);

-- A live stream's interest ends some time after it was closed; null for good.
alter table event_subscriptions add column until timestamptz;

-- Where an organization wants to be told: an address that is called with each event that its maker may read.
create table webhook_endpoints (
  org_id uuid not null,
  id uuid not null,
  url text not null,
  description text,
  event_types text[] not null,
  -- Who set it last, and what they could read then: it gives nothing that they may not read now.
  user_id uuid not null,
  permissions text[] not null,
  status text not null check (status in ('enabled', 'paused', 'switched_off')),
  switched_off_because text check (switched_off_because in ('gone', 'failing', 'no_access')),
  -- Sealed. The previous one signs as well for a while.
  secret bytea not null,
  previous_secret bytea,
  previous_until timestamptz,
  -- Up to here every event is told, passed over, or has a delivery that is tried again.
  position bigint not null,
  -- From where on, and of which types, all are told: what the doctor counts.
  told_from bigint not null,
  told_types text[] not null default '{}',
  -- Since when nothing was taken, in how many attempts; nulls and zeros while it takes.
  failing_since timestamptz,
  failures integer not null default 0,
  -- It asked to be left alone until then.
  rests_until timestamptz,
  -- Who sends to it: what another one began is not written down any more.
  runner uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (org_id, id)
);

-- In which order deliveries ended: of one object that of its events.
create sequence webhook_ends as bigint;

-- What was attempted: an event at an endpoint, with its attempts.
create table webhook_deliveries (
  org_id uuid not null,
  id uuid not null,
  endpoint_id uuid not null,
  event_id uuid not null,
  event_type text not null,
  object_id uuid not null,
  position bigint not null,
  status text not null check (status in ('delivered', 'retrying', 'failed')),
  -- Asked for by hand: beside the order of the others.
  is_replay boolean not null default false,
  attempts jsonb not null default '[]',
  next_attempt_at timestamptz,
  end_number bigint,
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (org_id, id)
);
create unique index webhook_deliveries_once on webhook_deliveries (org_id, endpoint_id, position) where not is_replay;
create index webhook_deliveries_by_endpoint on webhook_deliveries (org_id, endpoint_id, id);
create index webhook_deliveries_due on webhook_deliveries (org_id, endpoint_id, next_attempt_at) where status = 'retrying';
create index webhook_deliveries_by_object on webhook_deliveries (org_id, object_id);
