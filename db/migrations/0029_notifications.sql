-- What members are told of what happened: in the console, by mail, by SMS, by push.

-- Up to where the events of an organization have become notices.
create table notice_heads (
  org_id uuid primary key,
  position bigint not null default 0,
  -- What happened before is no news: of organizations that were there before there were notices.
  since timestamptz
);
insert into notice_heads (org_id, position, since)
select o.id, coalesce(h.position, 0), now() from organizations o left join event_heads h on h.org_id = o.id;

-- One event, told to one person.
create table notices (
  org_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  event_id uuid not null,
  type text not null,
  object_id uuid not null,
  conversation_id uuid,
  -- What its text says; null once what it is about was deleted.
  facts jsonb,
  -- Messages, of one that stands for several.
  count integer not null default 1,
  -- Whether the console lists it.
  is_in_app boolean not null,
  -- When it happened; of several the first.
  created_at timestamptz not null,
  read_at timestamptz,
  primary key (org_id, id)
);
create unique index notices_once on notices (org_id, event_id, user_id);
create index notices_of_user on notices (org_id, user_id, id);
create index notices_unread on notices (org_id, user_id, id) where read_at is null;
create index notices_by_object on notices (org_id, object_id);
create index notices_by_conversation on notices (org_id, conversation_id) where conversation_id is not null;

-- A notice on one way out of the program: at most once.
create table notice_sends (
  org_id uuid not null,
  notice_id uuid not null,
  channel text not null check (channel in ('email', 'sms', 'push')),
  user_id uuid not null,
  type text not null,
  -- 'leaving' from before its carrier is asked until it has answered: what is found so behind a dead worker is 'unknown'.
  status text not null default 'waiting' check (status in ('waiting', 'leaving', 'sent', 'unknown', 'dropped')),
  -- Of what was dropped.
  reason text,
  due_at timestamptz not null,
  attempts integer not null default 0,
  -- When it was last handed to its carrier.
  left_at timestamptz,
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (org_id, notice_id, channel),
  constraint notice_sends_ended check ((status in ('sent', 'unknown', 'dropped')) = (ended_at is not null)),
  constraint notice_sends_reason check ((status = 'dropped') = (reason is not null))
);
create index notice_sends_due on notice_sends (org_id, due_at) where status = 'waiting';
create index notice_sends_leaving on notice_sends (org_id, left_at) where status = 'leaving';
create index notice_sends_lately on notice_sends (org_id, user_id, channel, left_at) where left_at is not null;

-- How a member wants to be told; who has no row wants what is usual.
create table notification_preferences (
  org_id uuid not null,
  user_id uuid not null,
  language text not null check (language in ('en', 'hi')),
  time_zone text not null,
  -- Minutes of the day in that zone; nulls for none.
  quiet_from smallint check (quiet_from between 0 and 1439),
  quiet_to smallint check (quiet_to between 0 and 1439),
  -- What differs from the usual: {type: {channel: boolean}}.
  choices jsonb not null default '{}',
  updated_at timestamptz not null,
  primary key (org_id, user_id),
  check ((quiet_from is null) = (quiet_to is null))
);
