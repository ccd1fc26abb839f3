-- Campaigns: one message to everyone on lists and segments, at a price that is known and reserved when it starts.
create table campaigns (
  org_id uuid not null,
  id uuid not null,
  name text not null,
  channel text not null,
  status text not null,
  -- What must be over before it runs again; empty unless it is paused.
  pause_reasons text[] not null default '{}',
  template_id uuid,
  -- Fixed at the start, as all that follows up to price_list_id.
  template_version integer,
  category text,
  subject text,
  text text,
  html text,
  -- Variable -> {"attribute", "fallback"} or {"value"}.
  variables jsonb not null default '{}',
  list_ids uuid[] not null,
  segment_ids uuid[] not null default '{}',
  exclude_list_ids uuid[] not null default '{}',
  -- The filters of its segments at the start.
  filters jsonb,
  price_list_id uuid,
  account_id uuid,
  max_per_minute integer,
  quiet_from text,
  quiet_to text,
  scheduled_at timestamptz,
  is_partial boolean not null default false,
  -- It pauses before it costs more; null for no limit.
  max_total_micros bigint,
  -- What was charged for it, whatever came back since.
  charged_micros bigint not null default 0,
  -- Somebody resumed it after it stopped for complaints or bounces: it does not stop for them again.
  ignores_reactions boolean not null default false,
  -- Who started it: its charges are theirs.
  user_id uuid,
  created_by uuid not null,
  created_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  -- The contact up to which the recipients are written; frozen_at once all are.
  frozen_to uuid,
  frozen_at timestamptz,
  recipient_count integer not null default 0,
  -- The recipient that the next batch begins with, and what the recipients from there on take of the month's numbers.
  next_number integer not null default 1,
  waiting_count integer not null default 0,
  waiting_units bigint not null default 0,
  queued_count integer not null default 0,
  -- It was cancelled, and deliveries of it may still come back from dispatch to be refunded.
  is_settling boolean not null default false,
  -- What is reserved for it, and the due time of the last delivery that was queued.
  reserved_micros bigint not null default 0,
  last_due_at timestamptz,
  primary key (org_id, id),
  check (status in ('draft', 'scheduled', 'running', 'paused', 'completed', 'cancelled')),
  check (reserved_micros >= 0),
  check (reserved_micros = 0 or status in ('running', 'paused')),
  check (status <> 'running' or cardinality(pause_reasons) = 0),
  check (waiting_count >= 0 and waiting_units >= 0)
);
create index campaigns_unfinished on campaigns (org_id, status, channel, id)
  where status in ('scheduled', 'running', 'paused');

create index campaigns_settling on campaigns (org_id, id) where is_settling;

-- The audience of a campaign, in numbers from 1. One row for each contact and one for each address; who was left out is a row with its
-- reason. Without contact and address once the contact is deleted.
create table campaign_recipients (
  org_id uuid not null,
  campaign_id uuid not null,
  number integer not null,
  contact_id uuid,
  -- As it is compared: without capital letters, in one form of a number.
  address text,
  list_id uuid,
  status text not null,
  reason text,
  units integer not null default 1,
  -- What its variables were filled with when it was charged.
  variables jsonb,
  primary key (org_id, campaign_id, number),
  foreign key (org_id, campaign_id) references campaigns (org_id, id),
  check (status in ('waiting', 'queued', 'skipped')),
  check ((status = 'skipped') = (reason is not null))
);
create unique index campaign_recipients_by_contact on campaign_recipients (org_id, contact_id, campaign_id)
  where contact_id is not null;
create unique index campaign_recipients_by_address on campaign_recipients (org_id, campaign_id, address)
  where address is not null and status <> 'skipped';

-- Which recipient of its campaign a delivery is to: one each.
alter table deliveries add column recipient_number integer;
create unique index deliveries_of_recipients on deliveries (org_id, campaign_id, recipient_number)
  where campaign_id is not null;
-- Single sends are claimed before those of campaigns, and of campaigns only those that run.
create index deliveries_queued_single on deliveries (org_id, channel, due_at, id)
  where status = 'queued' and campaign_id is null;
create index deliveries_queued_of_campaigns on deliveries (org_id, campaign_id, due_at, id)
  where status = 'queued' and campaign_id is not null;
-- What became of a campaign's deliveries, counted and listed without reading them.
create index deliveries_of_campaigns on deliveries (org_id, campaign_id, status, recipient_number) where campaign_id is not null;
create index deliveries_of_campaigns_answered on deliveries (org_id, campaign_id) where campaign_id is not null and message_id is not null;
-- Who complained or bounced since a campaign was started.
create index suppressions_unwanted on suppressions (org_id, channel, created_at) where reason in ('complained', 'bounced');
