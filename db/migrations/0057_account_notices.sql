-- What the provider of a channel says of the account itself, and what it brings that is read as nothing else.
create table channel_notices (
  -- Of the account that organizations share: the installation's.
  org_id uuid not null,
  id uuid not null,
  channel text not null,
  kind text not null,
  needs_action boolean not null,
  detail text not null,
  -- As the provider brought it.
  content jsonb not null,
  -- The same for a repetition, which is counted.
  fingerprint bytea not null,
  count integer not null default 1,
  created_at timestamptz not null,
  last_at timestamptz not null,
  primary key (org_id, id),
  check (count > 0)
);
create unique index channel_notices_by_fingerprint on channel_notices (org_id, channel, fingerprint);
create index channel_notices_by_age on channel_notices (org_id, last_at);
-- Since when the contact gets no marketing in the app, as the app itself says, and when it last said so or otherwise.
alter table contacts add column marketing_stopped_at timestamptz;
alter table contacts add column marketing_said_at timestamptz;
-- What a consent is about: everything on its channel, or marketing alone.
alter table consents add column scope text not null default 'all';
-- A call in the app, where the message is one: its direction, its status and its duration.
alter table messages add column call jsonb;
