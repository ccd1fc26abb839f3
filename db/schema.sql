-- What db/migrations and the definitions beside them add up to. Generated: `node bin/run.mjs bin/schema.ts` writes it.
-- Look here for what there is, and there for why it is so.

-- Sequences

create sequence event_versions as bigint;
create sequence webhook_ends as bigint;

-- Tables

create table account_paces (
  account text not null,
  next_at timestamptz not null,
  paused_until timestamptz,
  primary key (account)
);
create index account_paces_by_time on account_paces (next_at);
create index account_paces_paused on account_paces (paused_until) where paused_until is not null;

create table address_changes (
  id uuid not null,
  user_id uuid not null,
  old_email text not null,
  old_proven_at timestamptz,
  new_email text not null,
  hash bytea,
  is_real boolean,
  undo_hash bytea,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  ended_at timestamptz,
  over_at timestamptz not null,
  primary key (id)
);
create index address_changes_by_end on address_changes (over_at);
create unique index address_changes_by_hash on address_changes (hash);
create unique index address_changes_by_undo on address_changes (undo_hash);
create index address_changes_by_user on address_changes (user_id, created_at);

create table arrivals (
  org_id uuid not null,
  id uuid not null,
  channel text not null,
  source text not null,
  fingerprint bytea not null,
  body bytea,
  size integer not null,
  received_at timestamptz not null,
  due_at timestamptz,
  attempts integer not null default 0,
  is_stored boolean not null default false,
  error text,
  failed_at timestamptz,
  primary key (org_id, id),
  unique (org_id, channel, fingerprint)
) with (fillfactor = 80);
create index arrivals_by_time on arrivals (org_id, received_at);
create index arrivals_failed on arrivals (id) where failed_at is not null;
create index arrivals_waiting on arrivals (org_id, due_at, id) include (size) where body is not null;

create table attachment_removals (
  org_id uuid not null,
  id uuid not null,
  size bigint not null,
  due_at timestamptz not null,
  begun_at timestamptz,
  primary key (org_id, id)
);
create index attachment_removals_due on attachment_removals (org_id, due_at);

create table attachment_usage (
  org_id uuid not null,
  bytes bigint not null,
  primary key (org_id),
  check (bytes >= 0)
);

create table attachments (
  org_id uuid not null,
  id uuid not null,
  message_id uuid,
  place integer,
  filename text not null,
  content_type text not null,
  size bigint not null,
  sha256 bytea not null,
  created_by uuid,
  created_at timestamptz not null,
  content_id text,
  template_id uuid,
  primary key (org_id, id),
  check (size >= 0)
);
create index attachments_by_message on attachments (org_id, message_id) where message_id is not null;
create index attachments_of_templates on attachments (org_id, template_id) where template_id is not null;
create index attachments_unused on attachments (org_id, created_at) where message_id is null;

create table audit_heads (
  org_id uuid not null,
  sequence bigint not null,
  hash bytea not null,
  primary key (org_id)
);

create table audit_log (
  org_id uuid not null,
  sequence bigint not null,
  id uuid not null,
  actor text not null,
  user_id uuid,
  token_id uuid,
  action text not null,
  object text,
  details jsonb not null,
  created_at timestamptz not null,
  hash bytea not null,
  primary key (org_id, sequence)
);
create index audit_log_by_action on audit_log (org_id, action, sequence);
create unique index audit_log_by_id on audit_log (org_id, id);
create index audit_log_by_object on audit_log (org_id, object, sequence);
create index audit_log_by_user on audit_log (org_id, user_id, sequence);

create table auto_recharge_attempts (
  org_id uuid not null,
  recharge_id uuid not null,
  kind text not null,
  mandate_id uuid,
  link_reason text,
  amount_micros bigint not null,
  notice_ms bigint not null,
  begun_at timestamptz not null,
  ask_at timestamptz,
  ask_count integer not null default 0,
  asked_at timestamptz,
  debit_at timestamptz,
  outcome text,
  ended_at timestamptz,
  primary key (org_id, recharge_id),
  constraint auto_recharge_attempts_check check ((outcome is null) = (ended_at is null)),
  constraint auto_recharge_attempts_check1 check (case kind when 'debit' then mandate_id is not null else link_reason
    is not null end),
  check (kind in ('debit', 'link')),
  check (outcome in ('succeeded', 'failed', 'left'))
);
create index auto_recharge_attempts_by_time on auto_recharge_attempts (org_id, begun_at);
create unique index auto_recharge_attempts_open on auto_recharge_attempts (org_id) where outcome is null;
create index auto_recharge_attempts_succeeded on auto_recharge_attempts (org_id, ended_at)
  where outcome = 'succeeded';

create table auto_recharges (
  org_id uuid not null,
  enabled boolean not null,
  threshold_micros bigint not null,
  amount_micros bigint not null,
  monthly_limit_micros bigint,
  mandate_max_micros bigint not null,
  configured_by uuid not null,
  authorization_recharge_id uuid,
  by_link boolean not null default false,
  armed_version bigint not null default 0,
  called boolean not null default false,
  grace_started_at timestamptz,
  failed_attempts integer not null default 0,
  retries_used integer not null default 0,
  next_attempt_at timestamptz,
  held_until timestamptz,
  held_by text,
  updated_at timestamptz not null,
  primary key (org_id),
  check (amount_micros > 0),
  constraint auto_recharges_check check ((grace_started_at is null) = (failed_attempts = 0)),
  constraint auto_recharges_check1 check (grace_started_at is not null or retries_used = 0 and next_attempt_at is
    null),
  constraint auto_recharges_check2 check ((held_until is null) = (held_by is null)),
  check (mandate_max_micros > 0),
  check (threshold_micros > 0)
);

create table billing_profiles (
  org_id uuid not null,
  legal_name text not null,
  gstin text,
  address_lines text[] not null default '{}',
  state_code text not null,
  email text,
  phone text,
  updated_at timestamptz not null,
  primary key (org_id)
);

create table campaign_changes (
  org_id uuid not null,
  id uuid not null,
  campaign_id uuid not null,
  name text not null,
  reason text not null default '',
  count integer not null,
  at timestamptz not null,
  primary key (org_id, id)
);
create index campaign_changes_by_time on campaign_changes (org_id, at);
create index campaign_changes_of_campaigns on campaign_changes (org_id, campaign_id);

create table campaign_counts (
  org_id uuid not null,
  campaign_id uuid not null,
  name text not null,
  reason text not null default '',
  count bigint not null,
  primary key (org_id, campaign_id, name, reason)
) with (fillfactor = 50);

create table campaign_days (
  org_id uuid not null,
  campaign_id uuid not null,
  day date not null,
  name text not null,
  count bigint not null,
  primary key (org_id, campaign_id, day, name)
) with (fillfactor = 50);

create table campaign_engagements (
  org_id uuid not null,
  campaign_id uuid not null,
  number integer not null,
  opens integer not null default 0,
  clicks integer not null default 0,
  bot_opens integer not null default 0,
  bot_clicks integer not null default 0,
  opened_at timestamptz,
  clicked_at timestamptz,
  sent_at timestamptz not null,
  primary key (org_id, campaign_id, number)
) with (fillfactor = 80);
create index campaign_engagements_by_time on campaign_engagements (org_id, sent_at);
create index campaign_engagements_clicked on campaign_engagements (org_id, campaign_id, number) where clicks > 0;
create index campaign_engagements_opened on campaign_engagements (org_id, campaign_id, number) where opens > 0;

create table campaign_recipients (
  org_id uuid not null,
  campaign_id uuid not null,
  number integer not null,
  contact_id uuid,
  address text,
  list_id uuid,
  status text not null,
  reason text,
  units integer not null default 1,
  variables jsonb,
  unsubscribed_at timestamptz,
  complained_at timestamptz,
  pressed integer[],
  primary key (org_id, campaign_id, number),
  constraint campaign_recipients_check check ((status = 'skipped') = (reason is not null)),
  check (status in ('waiting', 'queued', 'skipped'))
) with (fillfactor = 40);
create unique index campaign_recipients_by_address on campaign_recipients (org_id, campaign_id, address)
  where address is not null;
create unique index campaign_recipients_by_contact on campaign_recipients (org_id, contact_id, campaign_id)
  where contact_id is not null;
create index campaign_recipients_by_list on campaign_recipients (org_id, campaign_id, list_id, number)
  where list_id is not null;
create index campaign_recipients_complained on campaign_recipients (org_id, campaign_id, number)
  where complained_at is not null;
create index campaign_recipients_skipped on campaign_recipients (org_id, campaign_id, reason, number)
  where reason is not null;
create index campaign_recipients_unsubscribed on campaign_recipients (org_id, campaign_id, number)
  where unsubscribed_at is not null;

create table campaigns (
  org_id uuid not null,
  id uuid not null,
  name text not null,
  channel text not null,
  status text not null,
  pause_reasons text[] not null default '{}',
  template_id uuid,
  template_version integer,
  category text,
  subject text,
  text text,
  html text,
  variables jsonb not null default '{}',
  list_ids uuid[] not null,
  segment_ids uuid[] not null default '{}',
  exclude_list_ids uuid[] not null default '{}',
  filters jsonb,
  price_list_id uuid,
  account_id uuid,
  max_per_minute integer,
  quiet_from text,
  quiet_to text,
  scheduled_at timestamptz,
  is_partial boolean not null default false,
  max_total_micros bigint,
  charged_micros bigint not null default 0,
  ignores_reactions boolean not null default false,
  user_id uuid,
  created_by uuid not null,
  created_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  frozen_to uuid,
  frozen_at timestamptz,
  recipient_count integer not null default 0,
  next_number integer not null default 1,
  waiting_count integer not null default 0,
  waiting_units bigint not null default 0,
  queued_count integer not null default 0,
  is_settling boolean not null default false,
  reserved_micros bigint not null default 0,
  last_due_at timestamptz,
  track boolean not null default false,
  primary key (org_id, id),
  constraint campaigns_check check (reserved_micros = 0 or (status in ('running', 'paused'))),
  constraint campaigns_check1 check (status <> 'running' or cardinality(pause_reasons) = 0),
  constraint campaigns_check2 check (waiting_count >= 0 and waiting_units >= 0),
  check (reserved_micros >= 0),
  check (status in ('draft', 'scheduled', 'running', 'paused', 'completed', 'cancelled'))
);
create index campaigns_settling on campaigns (org_id, id) where is_settling;
create index campaigns_unfinished on campaigns (org_id, status, channel, id)
  where status in ('scheduled', 'running', 'paused');

create table channel_accounts (
  org_id uuid not null,
  channel text not null,
  settings jsonb not null,
  secret bytea,
  updated_at timestamptz not null,
  removed_at timestamptz,
  since timestamptz,
  callback_secret bytea,
  primary key (org_id, channel)
);

create table channel_notices (
  org_id uuid not null,
  id uuid not null,
  channel text not null,
  kind text not null,
  needs_action boolean not null,
  detail text not null,
  content jsonb not null,
  fingerprint bytea not null,
  count integer not null default 1,
  created_at timestamptz not null,
  last_at timestamptz not null,
  primary key (org_id, id),
  check (count > 0)
);
create index channel_notices_by_age on channel_notices (org_id, last_at);
create unique index channel_notices_by_fingerprint on channel_notices (org_id, channel, fingerprint);

create table channel_outages (
  org_id uuid not null,
  channel text not null,
  since timestamptz not null,
  told_at timestamptz,
  primary key (org_id, channel)
);

create table consents (
  org_id uuid not null,
  contact_id uuid not null,
  id uuid not null,
  channel text not null,
  status text not null,
  source text not null,
  text text,
  user_id uuid,
  created_at timestamptz not null,
  scope text not null default 'all',
  primary key (org_id, contact_id, id),
  check (status in ('granted', 'revoked'))
);
create index consents_granted on consents (org_id, channel, contact_id) where status = 'granted' and scope = 'all';

create table contact_addresses (
  org_id uuid not null,
  contact_id uuid not null,
  field text not null,
  address text not null,
  created_at timestamptz not null,
  primary key (org_id, field, address, contact_id),
  check (field in ('email', 'phone_number', 'app_id'))
);
create index contact_addresses_by_contact on contact_addresses (org_id, contact_id);

create table contact_merges (
  org_id uuid not null,
  from_id uuid not null,
  into_id uuid not null,
  created_at timestamptz not null,
  primary key (org_id, from_id)
);
create index contact_merges_into on contact_merges (org_id, into_id);

create table contact_reaction_times (
  org_id uuid not null,
  message_id uuid not null,
  contact_id uuid not null,
  said_at timestamptz not null,
  primary key (org_id, message_id, contact_id)
);

create table contacts (
  org_id uuid not null,
  id uuid not null,
  display_name text,
  email text,
  phone_number text,
  app_id text,
  avatar_url text,
  attributes jsonb not null default '{}',
  owner_id uuid not null,
  unsubscribed jsonb not null default '{}',
  last_active_at timestamptz,
  last_inbound_at timestamptz,
  created_at timestamptz not null,
  suppressed jsonb not null default '{}',
  marketing_stopped_at timestamptz,
  marketing_said_at timestamptz,
  app_number text,
  primary key (org_id, id)
);
create index contacts_by_app on contacts (org_id, app_id, id) where app_id is not null;
create index contacts_by_email on contacts (org_id, lower(email), id) where email is not null;
create index contacts_by_phone on contacts (org_id, phone_number, id) where phone_number is not null;
create index contacts_suppressed on contacts (org_id, id) where suppressed <> '{}'::jsonb;
create index contacts_unsubscribed on contacts (org_id, id) where unsubscribed <> '{}'::jsonb;

create table groups (
  org_id uuid not null,
  id uuid not null,
  name text not null,
  description text,
  avatar_url text,
  created_by uuid not null,
  archived_at timestamptz,
  created_at timestamptz not null,
  primary key (org_id, id)
);

create table conversations (
  org_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  contact_id uuid,
  group_id uuid,
  pinned_message_id uuid,
  is_pinned boolean not null default false,
  is_muted boolean not null default false,
  last_active_at timestamptz,
  last_opened_at timestamptz,
  created_at timestamptz not null,
  archived_at timestamptz,
  is_unread boolean not null default false,
  last_inbound_at timestamptz,
  last_inbound_channel text,
  primary key (org_id, id),
  foreign key (org_id, contact_id) references contacts(org_id, id),
  foreign key (org_id, group_id) references groups(org_id, id),
  constraint conversations_check check (num_nonnulls(contact_id, group_id) = 1)
) with (fillfactor = 80);
create index conversations_archived on conversations (org_id, user_id, id desc) where archived_at is not null;
create index conversations_by_user on conversations (org_id, user_id, id desc);
create index conversations_inbox on conversations (org_id, user_id, num_nonnulls(archived_at),
  coalesce(last_active_at, created_at) desc, id desc);
create index conversations_inbox_channel on conversations (org_id, user_id, last_inbound_channel,
  num_nonnulls(archived_at), coalesce(last_active_at, created_at) desc, id desc) where is_unread;
create index conversations_inbox_groups on conversations (org_id, user_id, num_nonnulls(archived_at),
  coalesce(last_active_at, created_at) desc, id desc) where group_id is not null;
create index conversations_inbox_muted on conversations (org_id, user_id, num_nonnulls(archived_at),
  coalesce(last_active_at, created_at) desc, id desc) where is_muted;
create index conversations_inbox_pinned on conversations (org_id, user_id, num_nonnulls(archived_at),
  coalesce(last_active_at, created_at) desc, id desc) where is_pinned;
create index conversations_inbox_unread on conversations (org_id, user_id, num_nonnulls(archived_at),
  coalesce(last_active_at, created_at) desc, id desc) where is_unread;
create index conversations_muted on conversations (org_id, user_id, id desc) where is_muted;
create index conversations_of_all_archived on conversations (org_id, id desc) where archived_at is not null;
create index conversations_of_all_by_group on conversations (org_id, group_id, id desc) where group_id is not null;
create index conversations_of_all_inbox on conversations (org_id, num_nonnulls(archived_at), coalesce(last_active_at,
  created_at) desc, id desc);
create index conversations_of_all_inbox_channel on conversations (org_id, last_inbound_channel,
  num_nonnulls(archived_at), coalesce(last_active_at, created_at) desc, id desc) where is_unread;
create index conversations_of_all_inbox_groups on conversations (org_id, num_nonnulls(archived_at),
  coalesce(last_active_at, created_at) desc, id desc) where group_id is not null;
create index conversations_of_all_inbox_muted on conversations (org_id, num_nonnulls(archived_at),
  coalesce(last_active_at, created_at) desc, id desc) where is_muted;
create index conversations_of_all_inbox_pinned on conversations (org_id, num_nonnulls(archived_at),
  coalesce(last_active_at, created_at) desc, id desc) where is_pinned;
create index conversations_of_all_inbox_unread on conversations (org_id, num_nonnulls(archived_at),
  coalesce(last_active_at, created_at) desc, id desc) where is_unread;
create index conversations_of_all_muted on conversations (org_id, id desc) where is_muted;
create index conversations_of_all_pinned on conversations (org_id, id desc) where is_pinned;
create unique index conversations_of_contact on conversations (org_id, contact_id, user_id)
  where contact_id is not null;
create index conversations_pinned on conversations (org_id, user_id, id desc) where is_pinned;
create unique index conversations_with_group on conversations (org_id, user_id, group_id) where group_id is not null;

create table daily_usage (
  org_id uuid not null,
  id uuid not null default gen_random_uuid(),
  day date not null,
  channel text not null,
  kind text,
  user_id uuid,
  campaign_id uuid,
  price_list_id uuid,
  message_count bigint not null,
  delivery_count bigint not null,
  unit_count bigint not null,
  amount_micros bigint not null,
  reversed_count bigint not null default 0,
  reversed_micros bigint not null default 0,
  rerated_micros bigint not null default 0,
  refunded_micros bigint not null default 0,
  booked_back_micros bigint not null default 0,
  delivered_count bigint not null default 0,
  failed_count bigint not null default 0,
  primary key (org_id, id),
  constraint daily_usage_org_id_day_channel_kind_user_id_campaign_id_pri_key unique nulls not distinct (org_id, day,
    channel, kind, user_id, campaign_id, price_list_id)
) with (fillfactor = 50);

create table deleted_inbound (
  org_id uuid not null,
  channel text not null,
  name_hash bytea not null,
  deleted_at timestamptz not null,
  content_hash bytea not null default '\x',
  primary key (org_id, channel, name_hash, content_hash)
);
create index deleted_inbound_by_time on deleted_inbound (org_id, deleted_at);

create table deletions (
  org_id uuid not null,
  id uuid not null,
  kind text not null,
  created_at timestamptz not null,
  primary key (org_id, id),
  check (kind in ('conversation', 'contact'))
);

create table deliveries (
  org_id uuid not null,
  id uuid not null,
  message_id uuid,
  conversation_id uuid,
  contact_id uuid,
  address text,
  channel text not null,
  kind text not null,
  status text not null,
  price_micros bigint not null,
  tier integer not null,
  month date not null,
  month_number bigint not null,
  units integer not null default 1,
  volume_list_id uuid,
  transaction_id uuid not null,
  reversal_id uuid,
  returned_micros bigint not null default 0,
  campaign_id uuid,
  list_id uuid,
  provider_id text,
  error_code text,
  error_detail text,
  attempts integer not null default 0,
  due_at timestamptz,
  lease_until timestamptz,
  created_at timestamptz not null,
  sent_at timestamptz,
  delivered_at timestamptz,
  read_at timestamptz,
  ended_at timestamptz,
  claim_id uuid,
  account_id uuid,
  strand_at timestamptz,
  put_off_at timestamptz,
  left_in_part boolean not null default false,
  waits_since timestamptz,
  error_details jsonb,
  recipient_number integer,
  primary key (org_id, id),
  check (price_micros >= 0),
  check (returned_micros >= 0),
  check (status in ('queued', 'sending', 'sent', 'delivered', 'read', 'failed', 'undelivered', 'cancelled'))
) with (fillfactor = 80);
create index deliveries_by_message_and_contact on deliveries (org_id, message_id, contact_id);
create index deliveries_by_provider_id on deliveries (org_id, channel, provider_id) where provider_id is not null;
create index deliveries_by_reversal on deliveries (org_id, reversal_id) where reversal_id is not null;
create index deliveries_of_campaigns on deliveries (org_id, campaign_id, status, recipient_number)
  where campaign_id is not null;
create index deliveries_of_campaigns_answered on deliveries (org_id, campaign_id, recipient_number)
  where campaign_id is not null and message_id is not null;
create index deliveries_of_campaigns_by_error on deliveries (org_id, campaign_id, error_code, recipient_number)
  where campaign_id is not null and error_code is not null;
create unique index deliveries_of_recipients on deliveries (org_id, campaign_id, recipient_number)
  where campaign_id is not null;
create index deliveries_of_shared_accounts on deliveries (account_id, id)
  where account_id >= 'ff000000-0000-0000-0000-000000000000'::uuid;
create index deliveries_of_shared_accounts_by_provider_id on deliveries (account_id, provider_id)
  where account_id >= 'ff000000-0000-0000-0000-000000000000'::uuid and provider_id is not null;
create index deliveries_queued_by_channel on deliveries (org_id, channel, due_at, id) where status = 'queued';
create index deliveries_queued_of_campaigns on deliveries (org_id, campaign_id, due_at, id)
  where status = 'queued' and campaign_id is not null;
create index deliveries_queued_single on deliveries (org_id, channel, due_at, id)
  where status = 'queued' and campaign_id is null;
create index deliveries_reversed_of_charge on deliveries (org_id, transaction_id) where reversal_id is not null;
create index deliveries_sending on deliveries (org_id, lease_until) where status = 'sending';
create index deliveries_strands on deliveries (org_id, conversation_id, contact_id, channel, strand_at, id)
  where strand_at is not null and (status in ('queued', 'sending'));
create index deliveries_unknown on deliveries (org_id, id)
  where status = 'sending' and error_code = 'outcome_unknown';

create table doctor_looks (
  id integer not null default 1,
  asked_at timestamptz,
  due_at timestamptz,
  lease_until timestamptz,
  lease uuid,
  started_at timestamptz,
  began_at timestamptz,
  ended_at timestamptz,
  findings jsonb,
  error text,
  primary key (id),
  check (id = 1)
);

create table due_work (
  kind text not null,
  org_id uuid not null,
  due_at timestamptz not null,
  lease_id uuid,
  lease_until timestamptz,
  worker_id uuid,
  primary key (kind, org_id)
);
create index due_work_by_time on due_work (kind, due_at);

create table enterprise_decisions (
  org_id uuid not null,
  decision text not null,
  note text,
  decided_by uuid not null,
  decided_at timestamptz not null,
  primary key (org_id),
  check (decision in ('granted', 'declined'))
);

create table enterprise_eligibilities (
  org_id uuid not null,
  channel text not null,
  month date not null,
  reached_at timestamptz not null,
  operators_told_at timestamptz,
  primary key (org_id, channel, month)
);
create index enterprise_eligibilities_untold on enterprise_eligibilities (org_id) where operators_told_at is null;

create table event_heads (
  org_id uuid not null,
  "position" bigint not null,
  removed_to timestamptz,
  primary key (org_id)
);

create table event_subscriptions (
  org_id uuid not null,
  event_type text not null,
  subscriber text not null,
  until timestamptz,
  told_from bigint,
  primary key (org_id, event_type, subscriber)
);

create table events (
  org_id uuid not null,
  id uuid not null,
  type text not null,
  object_id uuid not null,
  payload jsonb not null,
  created_at timestamptz not null,
  version bigint not null default nextval('event_versions'::regclass),
  "position" bigint,
  conversation_id uuid,
  user_id uuid,
  primary key (org_id, id)
);
create index events_by_object on events (org_id, object_id, id);
create unique index events_by_position on events (org_id, "position");
create index events_without_position on events (org_id, version, id) where "position" is null;

create table exports (
  org_id uuid not null,
  id uuid not null,
  kind text not null,
  format text not null,
  status text not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  user_id uuid not null,
  wallet_version bigint not null,
  balance_micros bigint not null,
  file_id uuid,
  tries integer not null default 0,
  progress integer not null default 0,
  row_count bigint,
  size bigint,
  sha256 bytea,
  error_code text,
  created_at timestamptz not null,
  ended_at timestamptz,
  expires_at timestamptz not null,
  filter jsonb not null default '{}',
  primary key (org_id, id),
  constraint exports_check check (from_at < to_at),
  constraint exports_ended check ((status in ('completed', 'failed', 'cancelled', 'withdrawn')) = (ended_at is not
    null)),
  constraint exports_has_file check (status <> 'completed' or file_id is not null and size is not null and sha256 is
    not null),
  constraint exports_kind check (kind = 'statement' and format = 'pdf' or kind = 'log' and format = 'xlsx' or kind =
    'transactions' and format = 'csv' or kind = 'contacts' and format = 'csv'),
  check (progress >= 0 and progress <= 100),
  check (status in ('queued', 'running', 'completed', 'failed', 'cancelled', 'withdrawn'))
);
create index exports_unfinished on exports (org_id, id) where status in ('queued', 'running');

create table form_auto_replies (
  org_id uuid not null,
  form_id uuid not null,
  day date not null,
  address_hash bytea not null,
  submission_id uuid not null,
  primary key (org_id, form_id, day, address_hash)
);
create index form_auto_replies_by_day on form_auto_replies (org_id, day);

create table form_confirmations (
  org_id uuid not null,
  hash bytea not null,
  form_id uuid not null,
  submission_id uuid not null,
  address_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (org_id, hash)
);
create index form_confirmations_by_address on form_confirmations (org_id, address_hash, created_at);
create index form_confirmations_expiring on form_confirmations (org_id, expires_at);
create index form_confirmations_of_submissions on form_confirmations (org_id, submission_id);

create table form_counts (
  org_id uuid not null,
  form_id uuid not null,
  submissions bigint not null default 0,
  last_submitted_at timestamptz,
  next_number bigint not null default 0,
  notified_at timestamptz,
  primary key (org_id, form_id),
  check (submissions >= 0)
) with (fillfactor = 50);

create table form_days (
  org_id uuid not null,
  form_id uuid not null,
  day date not null,
  version integer not null,
  views bigint not null default 0,
  starts bigint not null default 0,
  submissions bigint not null default 0,
  primary key (org_id, form_id, day, version)
) with (fillfactor = 50);

create table form_details (
  org_id uuid not null,
  form_id uuid not null,
  day date not null,
  version integer not null,
  dimension text not null,
  value text not null,
  views bigint not null default 0,
  starts bigint not null default 0,
  submissions bigint not null default 0,
  stops bigint not null default 0,
  primary key (org_id, form_id, day, version, dimension, value),
  check (dimension in ('device', 'duration', 'utm_source', 'utm_medium', 'utm_campaign', 'referrer', 'page',
    'field'))
) with (fillfactor = 50);

create table form_domain_owners (
  name text not null,
  org_id uuid not null,
  domain_id uuid not null,
  proof text not null,
  proven_at timestamptz not null,
  primary key (name)
);
create unique index form_domain_owners_of_domains on form_domain_owners (org_id, domain_id);

create table form_domains (
  org_id uuid not null,
  id uuid not null,
  name text not null,
  proof text not null,
  form_id uuid,
  record_state text not null default 'unchecked',
  checked_at timestamptz,
  check_due_at timestamptz,
  verified_at timestamptz,
  missing_since timestamptz,
  created_at timestamptz not null,
  primary key (org_id, id),
  unique (org_id, name),
  constraint form_domains_check check ((verified_at is null) = (check_due_at is null)),
  constraint form_domains_check1 check (missing_since is null or verified_at is not null),
  check (record_state in ('unchecked', 'found', 'missing', 'wrong'))
);
create index form_domains_due on form_domains (org_id, check_due_at) where check_due_at is not null;

create table forms (
  org_id uuid not null,
  id uuid not null,
  name text not null,
  slug text not null,
  status text not null,
  definition json not null,
  version integer not null default 0,
  is_changed boolean not null default true,
  published_at timestamptz,
  suspended_at timestamptz,
  suspension_reason text,
  created_by uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  domain_id uuid,
  submissions_kept_days integer,
  primary key (org_id, id),
  constraint forms_check check ((status = 'draft') = (version = 0)),
  constraint forms_check1 check ((suspended_at is null) = (suspension_reason is null)),
  check (status in ('draft', 'published', 'unpublished')),
  constraint forms_submissions_kept_days check (submissions_kept_days >= 1 and submissions_kept_days <= 3650)
);
create index forms_deleted on forms (org_id, id) where deleted_at is not null;
create index forms_of_domains on forms (org_id, domain_id) where domain_id is not null;
create index forms_with_retention on forms (org_id, id) where submissions_kept_days is not null;

create table form_files (
  org_id uuid not null,
  id uuid not null,
  form_id uuid not null,
  submission_id uuid,
  field_key text not null,
  filename text not null,
  content_type text not null,
  size bigint not null,
  sha256 bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  primary key (org_id, id),
  foreign key (org_id, form_id) references forms(org_id, id),
  constraint form_files_check check ((submission_id is null) = (expires_at is not null)),
  check (size >= 0)
);
create index form_files_expiring on form_files (org_id, expires_at) where expires_at is not null;
create index form_files_of_forms on form_files (org_id, form_id);
create index form_files_of_submissions on form_files (org_id, submission_id) where submission_id is not null;

create table form_removals (
  org_id uuid not null,
  contact_id uuid not null,
  created_at timestamptz not null,
  primary key (org_id, contact_id)
);

create table form_slugs (
  slug text not null,
  org_id uuid not null,
  form_id uuid not null,
  created_at timestamptz not null,
  primary key (slug)
);
create index form_slugs_of_forms on form_slugs (org_id, form_id);

create table form_sources (
  org_id uuid not null,
  form_id uuid not null,
  day date not null,
  source text not null,
  count bigint not null default 0,
  primary key (org_id, form_id, day, source)
) with (fillfactor = 50);

create table form_submissions (
  org_id uuid not null,
  id uuid not null,
  form_id uuid not null,
  version integer not null,
  nonce bytea not null,
  language text not null,
  answers jsonb not null,
  shown_keys text[] not null default '{}',
  source text not null default '',
  state text not null default 'stored',
  contact_id uuid,
  consent jsonb,
  confirmed_at timestamptz,
  conversation_id uuid,
  message_id uuid,
  tries integer not null default 0,
  error_code text,
  submitted_at timestamptz not null,
  processed_at timestamptz,
  number bigint not null default 0,
  counted_source text not null default '',
  due_at timestamptz,
  under_attack boolean not null default false,
  contact_link text,
  confirmation text not null default 'none',
  mail_due_at timestamptz,
  mail_tries integer not null default 0,
  auto_reply text,
  auto_reply_message_id uuid,
  terms bigint[],
  counted_as text[] not null default '{}',
  primary key (org_id, id),
  foreign key (org_id, form_id) references forms(org_id, id),
  constraint form_submissions_confirmation check (confirmation in ('none', 'waiting', 'confirmed', 'applied',
    'expired')),
  constraint form_submissions_contact check ((contact_id is null) = (contact_link is null)),
  constraint form_submissions_contact_link check (contact_link in ('created', 'claimed', 'confirmed')),
  constraint form_submissions_due check ((due_at is not null) = (state in ('stored', 'processing'))),
  check (state in ('stored', 'processing', 'done', 'spam', 'failed'))
);
create index form_submissions_due on form_submissions (org_id, due_at, id) where due_at is not null;
create index form_submissions_in_state on form_submissions (org_id, form_id, state, id) where state <> 'done';
create index form_submissions_mails on form_submissions (org_id, mail_due_at) where mail_due_at is not null;
create unique index form_submissions_nonces on form_submissions (org_id, nonce);
create index form_submissions_of_contacts on form_submissions (org_id, contact_id) where contact_id is not null;
create index form_submissions_of_conversations on form_submissions (org_id, conversation_id)
  where conversation_id is not null;
create index form_submissions_of_forms on form_submissions (org_id, form_id, id);
create index form_submissions_of_messages on form_submissions (org_id, message_id) where message_id is not null;
create index form_submissions_of_replies on form_submissions (org_id, auto_reply_message_id)
  where auto_reply_message_id is not null;
create index form_submissions_terms on form_submissions using gin (terms);

create table form_versions (
  org_id uuid not null,
  form_id uuid not null,
  version integer not null,
  name text not null,
  definition json not null,
  published_by uuid not null,
  published_at timestamptz not null,
  primary key (org_id, form_id, version),
  foreign key (org_id, form_id) references forms(org_id, id),
  check (version >= 1)
);

create table gateway_accounts (
  name text not null,
  base_url text not null,
  account_id text not null,
  secrets bytea not null,
  is_enabled boolean not null,
  is_default boolean not null,
  updated_at timestamptz not null,
  primary key (name),
  check (name in ('razorpay', 'cashfree'))
);
create unique index gateway_accounts_default on gateway_accounts (is_default) where is_default;

create table gateway_payments (
  gateway text not null,
  payment_id text not null,
  org_id uuid not null,
  recharge_id uuid not null,
  transaction_id uuid,
  captured_at timestamptz not null,
  primary key (gateway, payment_id)
);
create index gateway_payments_by_transaction on gateway_payments (org_id, transaction_id);
create index gateway_payments_of_subscriptions on gateway_payments (org_id, recharge_id) where transaction_id is null;

create table gateway_references (
  gateway text not null,
  reference text not null,
  org_id uuid not null,
  primary key (gateway, reference)
);

create table group_members (
  org_id uuid not null,
  group_id uuid not null,
  contact_id uuid not null,
  created_at timestamptz not null,
  primary key (org_id, group_id, contact_id),
  foreign key (org_id, contact_id) references contacts(org_id, id),
  foreign key (org_id, group_id) references groups(org_id, id)
);
create index group_members_by_contact on group_members (org_id, contact_id);

create table idempotency_keys (
  org_id uuid not null,
  token_id uuid not null,
  key text not null,
  fingerprint bytea not null,
  status integer not null,
  location text,
  body text,
  object_ids uuid[] not null default '{}',
  is_gone boolean not null default false,
  created_at timestamptz not null,
  primary key (org_id, token_id, key)
);
create index idempotency_keys_by_age on idempotency_keys (org_id, created_at);
create index idempotency_keys_by_object on idempotency_keys using gin (object_ids);

create table import_faults (
  org_id uuid not null,
  import_id uuid not null,
  row_number bigint not null,
  column_name text,
  reason text not null,
  cells text[] not null,
  addresses text[] not null default '{}',
  primary key (org_id, import_id, row_number)
);
create index import_faults_addresses on import_faults using gin (addresses);

create table imports (
  org_id uuid not null,
  id uuid not null,
  status text not null,
  attachment_id uuid not null,
  filename text not null,
  size bigint not null,
  user_id uuid not null,
  list_id uuid,
  settings jsonb not null,
  progress integer not null default 0,
  row_count bigint not null default 0,
  created_count bigint not null default 0,
  updated_count bigint not null default 0,
  skipped_count bigint not null default 0,
  failed_count bigint not null default 0,
  tries integer not null default 0,
  error_code text,
  error_detail text,
  created_at timestamptz not null,
  ended_at timestamptz,
  expires_at timestamptz not null,
  primary key (org_id, id),
  constraint imports_counted check (row_count = (created_count + updated_count + skipped_count + failed_count)),
  constraint imports_ended check ((status in ('completed', 'failed', 'cancelled')) = (ended_at is not null)),
  check (progress >= 0 and progress <= 100),
  check (status in ('queued', 'running', 'completed', 'failed', 'cancelled'))
);
create index imports_expiring on imports (org_id, expires_at);
create index imports_unfinished on imports (org_id, id) where status in ('queued', 'running');

create table installation (
  id integer not null,
  secret_key_fingerprint text,
  real_gateway_since timestamptz,
  real_email_since timestamptz,
  place jsonb,
  found_at jsonb,
  fenced_since timestamptz,
  fenced_reason text,
  clock_seen_at timestamptz,
  clock_back jsonb,
  real_app_since timestamptz,
  real_sms_since timestamptz,
  primary key (id),
  constraint installation_fence check ((fenced_since is null) = (fenced_reason is null)),
  check (id = 1)
);

create table invitation_links (
  hash bytea not null,
  org_id uuid not null,
  invitation_id uuid not null,
  is_real boolean not null,
  address_hash bytea not null,
  mailed_at timestamptz not null,
  primary key (hash)
);
create index invitation_links_by_address on invitation_links (address_hash, mailed_at);
create index invitation_links_by_age on invitation_links (mailed_at);

create table invitations (
  org_id uuid not null,
  id uuid not null,
  email text not null,
  role_name text,
  role_id uuid,
  invited_by uuid not null,
  by_operator boolean not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  accepted_by uuid,
  revoked_at timestamptz,
  mail_due_at timestamptz,
  mail_attempts integer not null default 0,
  primary key (org_id, id),
  constraint invitations_check check (num_nonnulls(role_name, role_id) = 1),
  constraint invitations_check1 check (num_nonnulls(accepted_at, revoked_at) <= 1),
  constraint invitations_check2 check ((accepted_at is null) = (accepted_by is null))
);
create unique index invitations_open on invitations (org_id, lower(email))
  where accepted_at is null and revoked_at is null;
create index invitations_unsent on invitations (org_id, mail_due_at) where mail_due_at is not null;

create table invoice_numbers (
  number text not null,
  series text not null,
  financial_year integer not null,
  series_number bigint not null,
  org_id uuid not null,
  invoice_id uuid not null,
  issued_at timestamptz not null,
  primary key (number)
);

create table invoice_series (
  series text not null,
  financial_year integer not null,
  last_number bigint not null,
  last_issued_at timestamptz,
  primary key (series, financial_year)
);

create table invoices (
  org_id uuid not null,
  id uuid not null,
  kind text not null,
  number text not null,
  series text not null,
  financial_year integer not null,
  series_number bigint not null,
  status text not null,
  recharge_id uuid,
  transaction_id uuid,
  original_id uuid,
  usage_month date,
  document jsonb not null,
  taxable_micros bigint not null,
  tax_micros bigint not null,
  total_micros bigint not null,
  issued_at timestamptz not null,
  primary key (org_id, id),
  constraint invoices_check check (total_micros = (taxable_micros + tax_micros)),
  constraint invoices_credit_note_has_original check ((kind = 'credit_note') = (original_id is not null)),
  check (length(number) <= 16),
  constraint invoices_usage_has_month check ((kind = 'usage') = (usage_month is not null))
);
create index invoices_by_number on invoices (org_id, number text_pattern_ops, id);
create index invoices_by_original on invoices (org_id, original_id) where original_id is not null;
create index invoices_by_recharge on invoices (org_id, recharge_id) where recharge_id is not null;
create index invoices_by_series_number on invoices (org_id, series_number, id);
create index invoices_by_total on invoices (org_id, total_micros, id);
create unique index invoices_by_transaction on invoices (org_id, transaction_id) where transaction_id is not null;
create unique index invoices_by_usage_month on invoices (org_id, usage_month) where usage_month is not null;

create table leavings (
  org_id uuid not null,
  user_id uuid not null,
  transfer_to uuid,
  created_at timestamptz not null,
  primary key (org_id, user_id)
);

create table letters (
  id uuid not null,
  user_id uuid,
  kind text not null,
  details jsonb not null,
  created_at timestamptz not null,
  due_at timestamptz not null,
  attempts integer not null default 0,
  primary key (id)
);
create index letters_by_due on letters (due_at);

create table list_members (
  org_id uuid not null,
  list_id uuid not null,
  contact_id uuid not null,
  created_at timestamptz not null,
  primary key (org_id, list_id, contact_id),
  foreign key (org_id, contact_id) references contacts(org_id, id)
);
create index list_members_by_contact on list_members (org_id, contact_id);

create table list_usage (
  org_id uuid not null,
  id uuid not null default gen_random_uuid(),
  day date not null,
  channel text not null,
  kind text,
  user_id uuid,
  campaign_id uuid,
  list_id uuid not null,
  price_list_id uuid,
  message_count bigint not null,
  delivery_count bigint not null,
  unit_count bigint not null,
  amount_micros bigint not null,
  reversed_count bigint not null default 0,
  reversed_micros bigint not null default 0,
  rerated_micros bigint not null default 0,
  refunded_micros bigint not null default 0,
  booked_back_micros bigint not null default 0,
  delivered_count bigint not null default 0,
  failed_count bigint not null default 0,
  primary key (org_id, id),
  constraint list_usage_key unique nulls not distinct (org_id, day, channel, kind, user_id, campaign_id, list_id,
    price_list_id)
) with (fillfactor = 50);

create table lists (
  org_id uuid not null,
  id uuid not null,
  name text not null,
  description text,
  contact_count bigint not null default 0,
  created_by uuid not null,
  created_at timestamptz not null,
  deleted_at timestamptz,
  primary key (org_id, id),
  check (contact_count >= 0)
);
create index lists_deleted on lists (org_id, id) where deleted_at is not null;

create table mandates (
  org_id uuid not null,
  id uuid not null,
  gateway text not null,
  token text not null,
  customer text not null,
  status text not null,
  payment_method text,
  max_micros bigint,
  expires_at timestamptz,
  recharge_id uuid not null,
  check_at timestamptz,
  check_count integer not null default 0,
  cancel_at timestamptz,
  created_at timestamptz not null,
  ended_at timestamptz,
  purpose text not null default 'recharge',
  primary key (org_id, id),
  constraint mandates_check check ((status in ('cancelled', 'expired', 'rejected')) = (ended_at is not null)),
  constraint mandates_purpose check (purpose in ('recharge', 'subscription')),
  check (status in ('pending', 'active', 'paused', 'cancelled', 'expired', 'rejected'))
);
create unique index mandates_by_token on mandates (org_id, gateway, token);
create index mandates_to_cancel on mandates (org_id, cancel_at) where cancel_at is not null;
create index mandates_to_check on mandates (org_id, check_at) where check_at is not null;

create table roles (
  org_id uuid not null,
  id uuid not null,
  name text not null,
  permissions text[] not null,
  created_at timestamptz not null,
  primary key (org_id, id)
);
create unique index roles_name on roles (org_id, lower(name));

create table memberships (
  org_id uuid not null,
  user_id uuid not null,
  role_name text,
  role_id uuid,
  created_at timestamptz not null,
  primary key (org_id, user_id),
  foreign key (org_id, role_id) references roles(org_id, id),
  constraint memberships_check check (num_nonnulls(role_name, role_id) = 1)
);
create index memberships_by_user on memberships (user_id);

create table merged_contacts (
  org_id uuid not null,
  id uuid not null,
  into_id uuid not null,
  created_at timestamptz not null,
  primary key (org_id, id)
);
create index merged_contacts_into on merged_contacts (org_id, into_id);

create table merges (
  org_id uuid not null,
  from_id uuid not null,
  into_id uuid not null,
  created_at timestamptz not null,
  primary key (org_id, from_id)
);
create index merges_by_conversation on merges (org_id, into_id);

create table message_originals (
  org_id uuid not null,
  message_id uuid not null,
  id uuid not null,
  size bigint not null,
  sha256 bytea not null,
  created_at timestamptz not null,
  primary key (org_id, message_id),
  check (size > 0)
);
create unique index message_originals_by_file on message_originals (org_id, id);

create table message_versions (
  org_id uuid not null,
  message_id uuid not null,
  provider_id text not null,
  text text,
  written_at timestamptz,
  received_at timestamptz not null,
  primary key (org_id, message_id, provider_id)
);

create table messages (
  org_id uuid not null,
  id uuid not null,
  conversation_id uuid not null,
  direction text not null,
  channel text not null,
  sender_id uuid not null,
  subject text,
  text text,
  html text,
  template_id uuid,
  variables jsonb,
  provider_id text,
  read_at timestamptz,
  updated_at timestamptz,
  created_at timestamptz not null,
  template_version integer,
  send_at timestamptz,
  has_attachments boolean not null default false,
  is_automatic boolean not null default false,
  is_authenticated boolean,
  content_hash bytea,
  quoted_text text,
  reply_to text,
  edited_at timestamptz,
  withdrawn_at timestamptz,
  call jsonb,
  answers_provider_id text,
  answers_id uuid,
  provider_details jsonb,
  interactive jsonb,
  primary key (org_id, id),
  check (direction in ('outbound', 'inbound'))
);
create index messages_by_conversation on messages (org_id, conversation_id, id desc);
create unique index messages_by_provider_message on messages (org_id, channel, provider_id, content_hash) nulls not
  distinct where provider_id is not null;
create index messages_unread on messages (org_id, conversation_id, id)
  where direction = 'inbound' and read_at is null;

create table missing_attachments (
  org_id uuid not null,
  id uuid not null,
  message_id uuid not null,
  ordinal integer not null,
  filename text,
  content_type text,
  reference jsonb,
  tries integer not null default 0,
  due_at timestamptz,
  reason text,
  created_at timestamptz not null,
  primary key (org_id, id),
  constraint missing_attachments_check check ((due_at is null) = (reason is not null))
);
create index missing_attachments_by_message on missing_attachments (org_id, message_id);
create index missing_attachments_due on missing_attachments (org_id, due_at) where due_at is not null;

create table month_counters (
  org_id uuid not null,
  channel text not null,
  month date not null,
  message_count bigint not null,
  primary key (org_id, channel, month)
) with (fillfactor = 50);

create table monthly_summaries (
  org_id uuid not null,
  id uuid not null,
  month date not null,
  document jsonb not null,
  created_at timestamptz not null,
  primary key (org_id, id),
  unique (org_id, month)
);

create table notice_heads (
  org_id uuid not null,
  "position" bigint not null default 0,
  since timestamptz,
  primary key (org_id)
);

create table notice_sends (
  org_id uuid not null,
  notice_id uuid not null,
  channel text not null,
  user_id uuid not null,
  type text not null,
  status text not null default 'waiting',
  reason text,
  due_at timestamptz not null,
  attempts integer not null default 0,
  left_at timestamptz,
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (org_id, notice_id, channel),
  check (channel in ('email', 'sms', 'push')),
  constraint notice_sends_ended check ((status in ('sent', 'unknown', 'dropped')) = (ended_at is not null)),
  constraint notice_sends_reason check ((status = 'dropped') = (reason is not null)),
  check (status in ('waiting', 'leaving', 'sent', 'unknown', 'dropped'))
);
create index notice_sends_due on notice_sends (org_id, due_at) where status = 'waiting';
create index notice_sends_lately on notice_sends (org_id, user_id, channel, left_at) where left_at is not null;
create index notice_sends_leaving on notice_sends (org_id, left_at) where status = 'leaving';

create table notices (
  org_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  event_id uuid not null,
  type text not null,
  object_id uuid not null,
  conversation_id uuid,
  facts jsonb,
  count integer not null default 1,
  is_in_app boolean not null,
  created_at timestamptz not null,
  read_at timestamptz,
  primary key (org_id, id)
);
create index notices_by_conversation on notices (org_id, conversation_id) where conversation_id is not null;
create index notices_by_object on notices (org_id, object_id);
create index notices_of_user on notices (org_id, user_id, id);
create unique index notices_once on notices (org_id, event_id, user_id);
create index notices_unread on notices (org_id, user_id, id) where read_at is null;

create table notification_codes (
  id uuid not null,
  user_id uuid not null,
  number_hash bytea not null,
  created_at timestamptz not null,
  primary key (id)
);
create index notification_codes_by_number on notification_codes (number_hash, created_at);
create index notification_codes_by_time on notification_codes (created_at);
create index notification_codes_by_user on notification_codes (user_id, created_at);

create table notification_numbers (
  user_id uuid not null,
  phone_number text not null,
  language text not null,
  verified_at timestamptz,
  asked_in uuid not null,
  asked_at timestamptz not null,
  code_id uuid not null,
  code_status text not null,
  code_due_at timestamptz not null,
  code_hash bytea,
  code_left_at timestamptz,
  code_expires_at timestamptz,
  wrong_codes integer not null default 0,
  updated_at timestamptz not null,
  primary key (user_id),
  check (code_status in ('waiting', 'leaving', 'sent', 'unknown', 'refused', 'used')),
  check (language in ('en', 'hi')),
  constraint notification_numbers_used check ((code_status = 'used') = (verified_at is not null))
);
create index notification_numbers_due on notification_numbers (code_due_at) where code_status = 'waiting';
create index notification_numbers_leaving on notification_numbers (code_left_at) where code_status = 'leaving';

create table notification_preferences (
  org_id uuid not null,
  user_id uuid not null,
  language text not null,
  time_zone text not null,
  quiet_from smallint,
  quiet_to smallint,
  choices jsonb not null default '{}',
  updated_at timestamptz not null,
  primary key (org_id, user_id),
  constraint notification_preferences_check check ((quiet_from is null) = (quiet_to is null)),
  check (language in ('en', 'hi')),
  check (quiet_from >= 0 and quiet_from <= 1439),
  check (quiet_to >= 0 and quiet_to <= 1439)
);

create table organizations (
  id uuid not null,
  name text not null,
  created_at timestamptz not null,
  suspended_at timestamptz,
  suspension_reason text,
  primary key (id)
);

create table passkeys (
  id uuid not null,
  user_id uuid not null,
  credential_id bytea not null,
  public_key bytea not null,
  sign_count bigint not null,
  transports text[] not null,
  name text not null,
  is_synced boolean not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  primary key (id)
);
create unique index passkeys_by_credential on passkeys (credential_id);
create index passkeys_by_user on passkeys (user_id, id);

create table password_resets (
  id uuid not null,
  user_id uuid,
  password_print text not null,
  hash bytea,
  is_real boolean,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (id)
);
create index password_resets_by_end on password_resets (expires_at);
create unique index password_resets_by_hash on password_resets (hash);
create index password_resets_by_user on password_resets (user_id, created_at);

create table payment_claim_takings (
  org_id uuid not null,
  id uuid not null,
  claim_id uuid not null,
  transaction_id uuid,
  amount_micros bigint not null,
  tax_micros bigint not null,
  taxes jsonb not null,
  taken_micros bigint not null,
  taken_tax_micros bigint not null,
  refund_transaction_id uuid,
  credit_note_id uuid,
  created_at timestamptz not null,
  primary key (org_id, id),
  constraint payment_claim_takings_booked check ((taken_micros > 0) = (credit_note_id is not null) and (taken_micros
    > 0 or taken_tax_micros = 0) and (refund_transaction_id is not null) = (taken_micros > 0 and transaction_id is not
    null)),
  constraint payment_claim_takings_check check (amount_micros >= 0 and tax_micros >= 0 and (amount_micros +
    tax_micros) > 0),
  constraint payment_claim_takings_check1 check (taken_micros >= 0 and taken_micros <= amount_micros and
    taken_tax_micros >= 0 and taken_tax_micros <= tax_micros)
);
create index payment_claim_takings_by_claim on payment_claim_takings (org_id, claim_id);
create index payment_claim_takings_by_transaction on payment_claim_takings (org_id, transaction_id);

create table payment_claims (
  org_id uuid not null,
  id uuid not null,
  kind text not null,
  status text not null,
  gateway text not null,
  reference text not null,
  payment_id text not null,
  recharge_id uuid not null,
  total_micros bigint not null,
  is_paid_out boolean not null,
  phase text,
  reason_code text,
  respond_by timestamptz,
  reported_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  purpose text not null default 'recharge',
  primary key (org_id, id),
  check (kind in ('dispute', 'gateway_refund')),
  constraint payment_claims_purpose check (purpose in ('recharge', 'subscription')),
  constraint payment_claims_status check (case kind when 'dispute' then status in ('open', 'action_required',
    'under_review', 'won', 'lost', 'closed') else status in ('pending', 'processed', 'failed') end),
  check (total_micros > 0)
);
create index payment_claims_by_payment on payment_claims (org_id, gateway, payment_id);
create index payment_claims_by_recharge on payment_claims (org_id, recharge_id);
create unique index payment_claims_by_reference on payment_claims (org_id, gateway, kind, reference);
create index payment_claims_by_status on payment_claims (status, id);

create table plan_lists (
  id uuid not null,
  org_id uuid,
  name text not null,
  effective_from timestamptz not null,
  premium_micros bigint not null,
  tax_percent integer not null,
  published_at timestamptz not null,
  primary key (id),
  constraint plan_lists_premium check (premium_micros > 0 and (premium_micros % 10000::bigint) = 0),
  constraint plan_lists_tax check (tax_percent >= 1 and tax_percent <= 99)
);
create index plan_lists_by_organization on plan_lists (org_id, effective_from desc);

create table price_lists (
  id uuid not null,
  org_id uuid,
  name text not null,
  effective_from timestamptz not null,
  definition jsonb not null,
  published_at timestamptz not null,
  primary key (id)
);
create index price_lists_by_organization on price_lists (org_id, effective_from desc);

create table push_keys (
  id integer not null default 1,
  public_key text not null,
  private_key bytea not null,
  created_at timestamptz not null,
  primary key (id),
  check (id = 1)
);

create table push_subscriptions (
  org_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  endpoint text not null,
  endpoint_hash bytea not null,
  p256dh text not null,
  auth text not null,
  expires_at timestamptz,
  created_at timestamptz not null,
  session_id uuid,
  primary key (org_id, id)
);
create unique index push_subscriptions_by_endpoint on push_subscriptions (org_id, endpoint_hash);
create index push_subscriptions_expiring on push_subscriptions (org_id, expires_at) where expires_at is not null;
create index push_subscriptions_of_user on push_subscriptions (org_id, user_id, id);

create table quarantine (
  id uuid not null,
  channel text not null,
  source text not null,
  fingerprint bytea not null,
  body bytea not null,
  address text not null,
  text text,
  received_at timestamptz not null,
  assigned_to uuid,
  primary key (id),
  unique (fingerprint)
);
create index quarantine_by_address on quarantine (address);
create index quarantine_by_age on quarantine (received_at);

create table reaction_sends (
  org_id uuid not null,
  message_id uuid not null,
  told text,
  due_at timestamptz,
  lease_until timestamptz,
  tries integer not null default 0,
  primary key (org_id, message_id)
);
create index reaction_sends_due on reaction_sends (due_at) where due_at is not null;

create table reactions (
  org_id uuid not null,
  message_id uuid not null,
  reactor_id uuid not null,
  is_user boolean not null,
  emoji text not null,
  created_at timestamptz not null,
  error_code text,
  error_detail text,
  error_details jsonb,
  primary key (org_id, message_id, reactor_id, emoji)
);

create table recharges (
  org_id uuid not null,
  id uuid not null,
  status text not null,
  origin text not null default 'customer',
  amount_micros bigint not null,
  tax_micros bigint not null,
  total_micros bigint not null,
  payment_method text,
  payment_method_detail text,
  failure_reason text,
  gateway text not null,
  gateway_order_id text,
  gateway_session text,
  mandate_max_micros bigint,
  mandate_expires_at timestamptz,
  taxes jsonb not null default '[]',
  place_of_supply text,
  placing_until timestamptz,
  placing_count integer not null default 0,
  check_at timestamptz,
  check_count integer not null default 0,
  opened_at timestamptz,
  visited_at timestamptz,
  nudged_at timestamptz,
  under_way_at timestamptz,
  transaction_id uuid,
  invoice_id uuid,
  created_by uuid not null,
  created_at timestamptz not null,
  completed_at timestamptz,
  purpose text not null default 'recharge',
  closed_at timestamptz,
  is_authorization boolean not null default false,
  primary key (org_id, id),
  check (amount_micros > 0),
  constraint recharges_check check (total_micros = (amount_micros + tax_micros)),
  check (origin in ('customer', 'auto')),
  constraint recharges_purpose check (purpose in ('recharge', 'subscription')),
  check (status in ('created', 'pending', 'succeeded', 'failed')),
  check (tax_micros >= 0),
  constraint recharges_transaction check ((purpose = 'recharge') = (transaction_id is not null))
);
create unique index recharges_by_order on recharges (org_id, gateway, gateway_order_id)
  where gateway_order_id is not null;
create index recharges_by_status on recharges (org_id, status, id desc);
create index recharges_of_subscription on recharges (org_id, id) where purpose = 'subscription';
create unique index recharges_one_auto on recharges (org_id)
  where origin = 'auto' and (status in ('created', 'pending'));
create index recharges_to_check on recharges (org_id, check_at) where check_at is not null;

create table recovery_codes (
  user_id uuid not null,
  hash bytea not null,
  used_at timestamptz,
  primary key (user_id, hash)
);

create table refunds (
  org_id uuid not null,
  id uuid not null,
  status text not null,
  reason text not null,
  destination text not null,
  amount_micros bigint not null,
  tax_micros bigint not null,
  taxes jsonb not null,
  transaction_id uuid,
  recharge_id uuid,
  gateway text,
  payment_id text,
  order_id text,
  gateway_refund_id text,
  note text,
  decision_note text,
  refund_transaction_id uuid,
  return_transaction_id uuid,
  credit_note_id uuid,
  expected_from date,
  expected_by date,
  reference text,
  failure_reason text,
  check_at timestamptz,
  check_count integer not null default 0,
  requested_by uuid not null,
  created_at timestamptz not null,
  approved_at timestamptz,
  completed_at timestamptz,
  purpose text not null default 'wallet',
  is_automatic boolean not null default false,
  primary key (org_id, id),
  check (amount_micros > 0),
  constraint refunds_automatic check (not is_automatic or purpose = 'subscription'),
  constraint refunds_check check ((destination = 'source') = (gateway is not null and payment_id is not null and
    order_id is not null)),
  constraint refunds_check1 check ((status in ('approved', 'processing', 'completed', 'failed')) = (approved_at is
    not null) and (refund_transaction_id is not null) = (approved_at is not null and purpose = 'wallet')),
  constraint refunds_check2 check ((return_transaction_id is not null) = (status = 'failed' and purpose = 'wallet')),
  constraint refunds_check3 check ((status = 'completed') = (completed_at is not null)),
  constraint refunds_check4 check (check_at is null or (status in ('approved', 'processing'))),
  check (destination in ('wallet', 'source')),
  constraint refunds_purpose check (purpose in ('wallet', 'subscription')),
  check (status in ('requested', 'approved', 'processing', 'completed', 'rejected', 'failed')),
  check (tax_micros >= 0),
  constraint refunds_transaction check ((purpose = 'wallet') = (transaction_id is not null) and (purpose = 'wallet'
    or destination = 'source' and recharge_id is not null))
);
create unique index refunds_by_gateway_refund on refunds (org_id, gateway, gateway_refund_id)
  where gateway_refund_id is not null;
create index refunds_by_status on refunds (status, id);
create index refunds_by_transaction on refunds (org_id, transaction_id);
create index refunds_of_subscription on refunds (org_id, recharge_id) where purpose = 'subscription';
create index refunds_to_check on refunds (org_id, check_at) where check_at is not null;

create table rerates (
  org_id uuid not null,
  id uuid not null,
  price_list_id uuid not null,
  kind text not null,
  month date not null,
  tier integer not null,
  price_micros bigint not null,
  up_to_number bigint not null,
  wallet_version bigint not null,
  crossed_at timestamptz not null,
  message_count integer,
  amount_micros bigint,
  transaction_id uuid,
  booked_at timestamptz,
  primary key (org_id, id),
  constraint rerates_check check ((booked_at is not null) = (message_count is not null and amount_micros is not
    null)),
  check (price_micros >= 0)
);
create unique index rerates_once on rerates (org_id, month, kind, price_list_id, tier);
create index rerates_open on rerates (org_id, id) where booked_at is null;

create table sandbox_gateway_orders (
  org_id uuid not null,
  id uuid not null,
  receipt text not null,
  amount_micros bigint not null,
  mandate_max_micros bigint,
  mandate_expires_at timestamptz,
  created_at timestamptz not null,
  primary key (org_id, id)
);
create unique index sandbox_gateway_orders_receipt on sandbox_gateway_orders (org_id, receipt);

create table sandbox_gateway_mandates (
  org_id uuid not null,
  id uuid not null,
  status text not null,
  method text not null,
  max_micros bigint not null,
  expires_at timestamptz not null,
  outcome text not null default 'success',
  webhook_due_at timestamptz,
  webhook_attempts integer not null default 0,
  created_at timestamptz not null,
  primary key (org_id, id),
  foreign key (org_id, id) references sandbox_gateway_orders(org_id, id),
  check (status in ('active', 'paused', 'cancelled'))
);
create index sandbox_gateway_mandates_undelivered on sandbox_gateway_mandates (org_id, webhook_due_at)
  where webhook_due_at is not null;

create table sandbox_gateway_debits (
  org_id uuid not null,
  order_id uuid not null,
  mandate_id uuid not null,
  due_at timestamptz,
  created_at timestamptz not null,
  primary key (org_id, order_id),
  foreign key (org_id, mandate_id) references sandbox_gateway_mandates(org_id, id),
  foreign key (org_id, order_id) references sandbox_gateway_orders(org_id, id)
);
create index sandbox_gateway_debits_due on sandbox_gateway_debits (org_id, due_at) where due_at is not null;

create table sandbox_gateway_payments (
  org_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  status text not null,
  method text not null,
  failure_reason text,
  webhook_delivered_at timestamptz,
  webhook_due_at timestamptz,
  webhook_attempts integer not null default 0,
  created_at timestamptz not null,
  primary key (org_id, id),
  foreign key (org_id, order_id) references sandbox_gateway_orders(org_id, id),
  check (status in ('captured', 'failed'))
);
create index sandbox_gateway_payments_by_order on sandbox_gateway_payments (org_id, order_id, id);
create unique index sandbox_gateway_payments_captured on sandbox_gateway_payments (org_id, order_id)
  where status = 'captured';
create index sandbox_gateway_payments_undelivered on sandbox_gateway_payments (org_id, webhook_due_at)
  where webhook_due_at is not null;

create table sandbox_gateway_refunds (
  org_id uuid not null,
  id uuid not null,
  payment_id uuid not null,
  receipt text not null,
  amount_micros bigint not null,
  status text not null,
  settles_at timestamptz not null,
  webhook_delivered_at timestamptz,
  webhook_due_at timestamptz,
  webhook_attempts integer not null default 0,
  created_at timestamptz not null,
  primary key (org_id, id),
  foreign key (org_id, payment_id) references sandbox_gateway_payments(org_id, id),
  check (amount_micros > 0),
  check (status in ('pending', 'processed', 'failed'))
);
create index sandbox_gateway_refunds_by_payment on sandbox_gateway_refunds (org_id, payment_id, id);
create index sandbox_gateway_refunds_pending on sandbox_gateway_refunds (org_id, settles_at) where status = 'pending';
create unique index sandbox_gateway_refunds_receipt on sandbox_gateway_refunds (org_id, receipt);
create index sandbox_gateway_refunds_undelivered on sandbox_gateway_refunds (org_id, webhook_due_at)
  where webhook_due_at is not null;

create table sandbox_messages (
  org_id uuid not null,
  id uuid not null,
  channel text not null,
  from_address text not null,
  address text not null,
  subject text,
  text text,
  html text,
  raw text not null,
  message_id uuid,
  conversation_id uuid,
  contact_id uuid,
  invitation_id uuid,
  received_at timestamptz not null,
  delivery_id uuid,
  only_user_id uuid,
  interactive jsonb,
  answers_provider_id text,
  components jsonb,
  primary key (org_id, id)
);
create index sandbox_messages_by_address on sandbox_messages (org_id, channel, lower(address), id desc);
create index sandbox_messages_by_contact on sandbox_messages (org_id, contact_id);
create index sandbox_messages_by_conversation on sandbox_messages (org_id, conversation_id);
create index sandbox_messages_by_message on sandbox_messages (org_id, message_id);

create table sandbox_settings (
  org_id uuid not null,
  channel text not null,
  receipts text not null,
  fail_next text,
  primary key (org_id, channel),
  check (receipts in ('automatic', 'manual'))
);

create table search_changes (
  org_id uuid not null,
  id uuid not null,
  kind text not null,
  after_id uuid,
  noted_at timestamptz not null,
  primary key (org_id, id),
  check (kind in ('message', 'contact', 'group', 'conversation', 'submission'))
);

create table search_entries (
  org_id uuid not null,
  id uuid not null,
  bucket integer not null,
  words tsvector not null,
  primary key (org_id, id)
);
create index search_entries_words on search_entries using gin (words);

create table search_heads (
  org_id uuid not null,
  kind text not null,
  bucket integer not null default 0,
  filled integer not null default 0,
  earlier_bucket integer not null default '-1',
  earlier_filled integer not null default 0,
  settled_id uuid,
  walked_id uuid,
  primary key (org_id, kind),
  check (kind in ('message', 'contact', 'group', 'submission'))
);
create index search_heads_walking on search_heads (org_id) where walked_id is not null;

create table segments (
  org_id uuid not null,
  id uuid not null,
  name text not null,
  filter json not null,
  created_by uuid not null,
  created_at timestamptz not null,
  primary key (org_id, id)
);

create table segment_lists (
  org_id uuid not null,
  segment_id uuid not null,
  list_id uuid not null,
  primary key (org_id, segment_id, list_id),
  foreign key (org_id, list_id) references lists(org_id, id),
  foreign key (org_id, segment_id) references segments(org_id, id)
);
create index segment_lists_by_list on segment_lists (org_id, list_id, segment_id);

create table sender_domain_keys (
  org_id uuid not null,
  domain_id uuid not null,
  selector text not null,
  public_key text not null,
  private_key bytea not null,
  seen_at timestamptz,
  created_at timestamptz not null,
  primary key (org_id, domain_id, selector)
);

create table sender_domain_owners (
  name text not null,
  org_id uuid not null,
  domain_id uuid not null,
  proof text not null,
  proven_at timestamptz not null,
  primary key (name)
);

create table sender_domains (
  org_id uuid not null,
  id uuid not null,
  name text not null,
  proof text not null,
  found jsonb,
  checked_at timestamptz,
  created_at timestamptz not null,
  sender text,
  receives text[] not null default '{}',
  primary key (org_id, id)
);
create unique index sender_domains_by_name on sender_domains (org_id, name);

create table sessions (
  hash bytea not null,
  id uuid not null,
  user_id uuid not null,
  org_id uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  last_used_at timestamptz not null default now(),
  authenticated_at timestamptz not null default '1970-01-01 00:00:00+00',
  address text,
  browser text,
  system text,
  primary key (hash)
);
create index sessions_by_end on sessions (expires_at);
create unique index sessions_by_id on sessions (id);
create index sessions_by_user on sessions (user_id, id);

create table shared_writings (
  org_id uuid not null,
  account_id uuid not null,
  address text not null,
  contact_id uuid not null,
  wrote_at timestamptz not null,
  primary key (org_id, account_id, address),
  foreign key (org_id, contact_id) references contacts(org_id, id) on delete cascade
) with (fillfactor = 80);
create index shared_writings_by_address on shared_writings (account_id, address);
create index shared_writings_by_contact on shared_writings (org_id, contact_id);

create table sign_in_attempts (
  email_hash bytea not null,
  failed_in_a_row integer not null,
  blocked_until timestamptz,
  last_at timestamptz not null,
  primary key (email_hash)
);
create index sign_in_attempts_by_age on sign_in_attempts (last_at);

create table sign_in_places (
  account_hash bytea not null,
  network_hash bytea not null,
  last_at timestamptz not null,
  primary key (account_hash, network_hash)
);
create index sign_in_places_by_age on sign_in_places (last_at);

create table sms_binds (
  org_id uuid not null,
  place smallint not null,
  holder uuid not null,
  leased_until timestamptz not null,
  primary key (org_id, place)
);

create table sms_incoming_parts (
  org_id uuid not null,
  id uuid not null,
  message_key bytea not null,
  part smallint not null,
  parts smallint not null,
  text text not null,
  received_at timestamptz not null,
  from_number text,
  stored_at timestamptz,
  ended_at timestamptz,
  primary key (org_id, id)
);
create index sms_incoming_parts_by_age on sms_incoming_parts (org_id, received_at);
create index sms_incoming_parts_by_message on sms_incoming_parts (org_id, message_key, part);
create index sms_incoming_parts_by_number on sms_incoming_parts (org_id, from_number);
create index sms_incoming_parts_open on sms_incoming_parts (org_id, stored_at) where ended_at is null;

create table sms_parts (
  org_id uuid not null,
  delivery_id uuid not null,
  part smallint not null,
  reference smallint not null,
  text_hash bytea not null,
  status text not null,
  provider_id text,
  error_code text,
  created_at timestamptz not null,
  account_id uuid,
  primary key (org_id, delivery_id, part),
  check (status in ('open', 'accepted', 'refused', 'unknown', 'delivered', 'failed', 'undelivered'))
);
create index sms_parts_by_age on sms_parts (org_id, created_at);
create index sms_parts_by_provider_id on sms_parts (org_id, provider_id) where provider_id is not null;
create index sms_parts_of_shared_accounts on sms_parts (account_id, provider_id)
  where account_id is not null and provider_id is not null;

create table spent_challenges (
  hash bytea not null,
  expires_at timestamptz not null,
  primary key (hash)
);
create index spent_challenges_by_end on spent_challenges (expires_at);

create table subscription_payments (
  org_id uuid not null,
  payment_id uuid not null,
  purpose text not null,
  kind text not null,
  period_from timestamptz,
  period_to timestamptz,
  mandate_id uuid,
  is_test_mode boolean not null,
  due_at timestamptz not null,
  begun_at timestamptz not null,
  ask_at timestamptz,
  ask_count integer not null default 0,
  asked_at timestamptz,
  outcome text,
  ended_at timestamptz,
  primary key (org_id, payment_id),
  constraint subscription_payments_check check ((kind = 'debit') = (mandate_id is not null)),
  constraint subscription_payments_check1 check ((outcome is null) = (ended_at is null)),
  constraint subscription_payments_check2 check ((period_from is null) = (period_to is null)),
  constraint subscription_payments_check3 check (outcome is distinct from 'used' or period_from is not null),
  check (kind in ('debit', 'link')),
  constraint subscription_payments_no_period check (purpose <> 'payment_method' or period_from is null and kind =
    'link' and outcome is not null),
  check (outcome in ('used', 'failed', 'left', 'revoked', 'refunded')),
  check (purpose in ('first', 'renewal', 'retry', 'payment_method'))
);
create unique index subscription_payments_once on subscription_payments (org_id, period_from, is_test_mode)
  where outcome = 'used';
create index subscription_payments_to_ask on subscription_payments (org_id, ask_at) where ask_at is not null;

create table subscriptions (
  org_id uuid not null,
  status text not null,
  anchor_day integer,
  period_from timestamptz,
  period_to timestamptz,
  open_payment_id uuid,
  opened_at timestamptz,
  grace_started_at timestamptz,
  retries_used integer not null default 0,
  next_debit_at timestamptz,
  failed_attempts integer not null default 0,
  failure_reason text,
  is_test_mode boolean not null default false,
  subscribed_by uuid not null,
  updated_at timestamptz not null,
  primary key (org_id),
  check (anchor_day >= 1 and anchor_day <= 31),
  constraint subscriptions_check check ((period_from is null) = (period_to is null) and period_from < period_to),
  constraint subscriptions_check1 check ((status = 'grace') = (grace_started_at is not null)),
  constraint subscriptions_check2 check (grace_started_at is not null or retries_used = 0 and next_debit_at is null
    and failed_attempts = 0),
  constraint subscriptions_check3 check ((status in ('free', 'pending')) or period_from is not null and anchor_day is
    not null),
  check (status in ('free', 'pending', 'active', 'cancelling', 'grace'))
);

create table suppressions (
  org_id uuid not null,
  id uuid not null,
  channel text not null,
  address text not null,
  reason text not null,
  detail text,
  created_at timestamptz not null,
  user_id uuid,
  details jsonb,
  primary key (org_id, id),
  unique (org_id, channel, address),
  check (reason in ('bounced', 'complained', 'unsubscribed', 'manual'))
);
create index suppressions_unwanted on suppressions (org_id, channel, created_at)
  where reason in ('complained', 'bounced');

create table templates (
  org_id uuid not null,
  id uuid not null,
  name text not null,
  channel text not null,
  language text not null,
  version integer not null,
  used_version integer,
  created_by uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz,
  deleted_at timestamptz,
  provider_account text,
  provider_id text,
  provider_due_at timestamptz,
  provider_tries integer not null default 0,
  primary key (org_id, id)
);
create unique index templates_by_name on templates (org_id, channel, name, language) where deleted_at is null;
create index templates_provider_due on templates (provider_due_at) where provider_due_at is not null;

create table template_versions (
  org_id uuid not null,
  template_id uuid not null,
  version integer not null,
  status text not null,
  category text not null,
  subject text,
  text text,
  html text,
  registered_id text,
  header text,
  reason text,
  decided_by text,
  decided_at timestamptz,
  registered_at timestamptz,
  was_approved boolean not null default false,
  created_at timestamptz not null,
  provider_parameters text[],
  reason_details jsonb,
  components jsonb,
  primary key (org_id, template_id, version),
  foreign key (org_id, template_id) references templates(org_id, id),
  check (decided_by in ('sandbox', 'provider', 'operator', 'nobody', 'user')),
  check (status in ('draft', 'submitted', 'approved', 'rejected', 'paused'))
);
create index template_versions_submitted on template_versions (org_id, template_id) where status = 'submitted';

create table token_hashes (
  hash bytea not null,
  org_id uuid not null,
  token_id uuid not null,
  primary key (hash)
);

create table tokens (
  org_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  name text not null,
  hint text not null,
  permissions text[] not null,
  allowed_addresses text[],
  expires_at timestamptz,
  revoked_at timestamptz,
  created_at timestamptz not null,
  primary key (org_id, id)
);
create index tokens_by_user on tokens (org_id, user_id, id);

create table totp_factors (
  user_id uuid not null,
  secret bytea not null,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  last_step bigint not null default 0,
  primary key (user_id)
);

create table transactions (
  org_id uuid not null,
  id uuid not null,
  kind text not null,
  status text not null,
  amount_micros bigint not null,
  counter_account text not null,
  key text,
  wallet_version bigint,
  balance_after_micros bigint,
  payment_method text,
  failure_reason text,
  description text not null,
  channel text,
  message_count integer,
  campaign_id uuid,
  recharge_id uuid,
  invoice_id uuid,
  reverses_id uuid,
  user_id uuid,
  price_list_id uuid,
  created_at timestamptz not null,
  completed_at timestamptz,
  list_id uuid,
  primary key (org_id, id),
  check (balance_after_micros >= 0),
  constraint transactions_check check ((status = 'completed') = (wallet_version is not null and balance_after_micros
    is not null and completed_at is not null)),
  check (kind in ('recharge', 'deduction', 'refund', 'credit')),
  constraint transactions_sign check (case kind when 'deduction' then amount_micros <= 0 when 'refund' then true else
    amount_micros >= 0 end),
  check (status in ('pending', 'completed', 'failed'))
);
create index transactions_beside_spending on transactions (org_id, wallet_version) include (amount_micros)
  where status = 'completed' and kind <> 'deduction' and counter_account not like 'revenue:%';
create index transactions_by_amount on transactions (org_id, kind, abs(amount_micros), created_at, id)
  where kind <> 'deduction';
create index transactions_by_campaign on transactions (org_id, campaign_id, created_at, id)
  where campaign_id is not null;
create index transactions_by_channel on transactions (org_id, channel, created_at, id);
create index transactions_by_kind on transactions (org_id, kind, created_at, id) where kind <> 'deduction';
create index transactions_by_reversed on transactions (org_id, reverses_id) where reverses_id is not null;
create unique index transactions_key on transactions (org_id, key) where key is not null;
create index transactions_not_completed on transactions (org_id, id) where status <> 'completed';
create index transactions_sought_by_amount on transactions (org_id, amount_micros, id) where kind <> 'deduction';

create table transfers (
  org_id uuid not null,
  id uuid not null,
  transaction_id uuid not null,
  debit_account text not null,
  credit_account text not null,
  amount_micros bigint not null,
  key text not null,
  created_at timestamptz not null,
  primary key (org_id, id),
  check (amount_micros > 0)
);
create index transfers_by_transaction on transfers (org_id, transaction_id);
create unique index transfers_key on transfers (org_id, key);

create table uncredited_payments (
  org_id uuid not null,
  gateway text not null,
  payment_id text not null,
  outcome text not null,
  recharge_id uuid not null,
  amount_micros bigint not null,
  reported_at timestamptz not null,
  primary key (org_id, gateway, payment_id, outcome),
  check (outcome in ('failed', 'mismatched'))
);

create table usage_outcomes (
  org_id uuid not null,
  id uuid not null,
  day date not null,
  channel text not null,
  kind text not null,
  transaction_id uuid not null,
  delivered_count bigint not null,
  failed_count bigint not null,
  primary key (org_id, id)
);

create table users (
  id uuid not null,
  kind text not null default 'person',
  org_id uuid,
  email text,
  email_proven_at timestamptz,
  display_name text not null,
  password_hash text,
  is_operator boolean not null default false,
  created_at timestamptz not null,
  disabled_at timestamptz,
  language text,
  theme text,
  time_zone text,
  primary key (id),
  constraint users_kind check (kind = 'person' and email is not null and org_id is null or kind = 'service' and email
    is null and password_hash is null and not is_operator and org_id is not null)
);
create unique index users_email on users (lower(email));

create table wallets (
  org_id uuid not null,
  balance_micros bigint not null default 0,
  version bigint not null default 0,
  state uuid not null,
  warning_base_micros bigint not null default 0,
  next_price_micros bigint,
  recharge_below_micros bigint,
  warned_level integer,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  grace_until timestamptz,
  auto_recharge jsonb,
  reserved_micros bigint not null default 0,
  primary key (org_id),
  check (balance_micros >= 0),
  constraint wallets_reserved check (reserved_micros >= 0)
) with (fillfactor = 50);

create table webhook_deliveries (
  org_id uuid not null,
  id uuid not null,
  endpoint_id uuid not null,
  event_id uuid not null,
  event_type text not null,
  object_id uuid not null,
  "position" bigint not null,
  status text not null,
  is_replay boolean not null default false,
  attempts jsonb not null default '[]',
  next_attempt_at timestamptz,
  end_number bigint,
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (org_id, id),
  check (status in ('delivered', 'retrying', 'failed'))
);
create index webhook_deliveries_by_endpoint on webhook_deliveries (org_id, endpoint_id, id);
create index webhook_deliveries_by_object on webhook_deliveries (org_id, object_id);
create index webhook_deliveries_by_time on webhook_deliveries (org_id, created_at);
create index webhook_deliveries_due on webhook_deliveries (org_id, endpoint_id, next_attempt_at)
  where status = 'retrying';
create unique index webhook_deliveries_once on webhook_deliveries (org_id, endpoint_id, "position")
  where not is_replay;

create table webhook_endpoints (
  org_id uuid not null,
  id uuid not null,
  url text not null,
  description text,
  event_types text[] not null,
  user_id uuid not null,
  permissions text[] not null,
  status text not null,
  switched_off_because text,
  secret bytea not null,
  previous_secret bytea,
  previous_until timestamptz,
  "position" bigint not null,
  told_from bigint not null,
  told_types text[] not null default '{}',
  failing_since timestamptz,
  failures integer not null default 0,
  rests_until timestamptz,
  runner uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (org_id, id),
  check (status in ('enabled', 'paused', 'switched_off')),
  check (switched_off_because in ('gone', 'failing', 'no_access'))
);

create table webhook_networks (
  org_id uuid not null,
  networks text[] not null,
  primary key (org_id)
);

-- Views

create view distributed_tables as
  select null::text as table_name,
     null::text as kind,
     null::text as key_column
   where false;

create view ledger_entries as
  select transactions.org_id,
     transactions.id as transaction_id,
     'wallet' as account,
     transactions.amount_micros,
     transactions.completed_at as booked_at
    from transactions
   where transactions.status = 'completed'
  union all
  select transactions.org_id,
     transactions.id as transaction_id,
     transactions.counter_account as account,
     - transactions.amount_micros as amount_micros,
     transactions.completed_at as booked_at
    from transactions
   where transactions.status = 'completed'
  union all
  select transfers.org_id,
     transfers.transaction_id,
     transfers.debit_account as account,
     - transfers.amount_micros as amount_micros,
     transfers.created_at as booked_at
    from transfers
  union all
  select transfers.org_id,
     transfers.transaction_id,
     transfers.credit_account as account,
     transfers.amount_micros,
     transfers.created_at as booked_at
    from transfers;

create view ledger_balances as
  select org_id,
     account,
     sum(amount_micros)::bigint as balance_micros
    from ledger_entries
   group by org_id, account;

create view table_kinds as
  select table_name,
     kind,
     key_column
    from ( values ('organizations','by organization','id'), ('roles','by organization','org_id'), ('memberships','by organization','org_id'), ('enterprise_eligibilities','by organization','org_id'), ('enterprise_decisions','by organization','org_id'), ('tokens','by organization','org_id'), ('invitations','by organization','org_id'), ('idempotency_keys','by organization','org_id'), ('events','by organization','org_id'), ('event_subscriptions','by organization','org_id'), ('event_heads','by organization','org_id'), ('webhook_endpoints','by organization','org_id'), ('webhook_deliveries','by organization','org_id'), ('webhook_networks','by organization','org_id'), ('channel_outages','by organization','org_id'), ('notice_heads','by organization','org_id'), ('notices','by organization','org_id'), ('notice_sends','by organization','org_id'), ('notification_preferences','by organization','org_id'), ('push_subscriptions','by organization','org_id'), ('due_work','by organization','org_id'), ('deletions','by organization','org_id'), ('leavings','by organization','org_id'), ('merges','by organization','org_id'), ('audit_log','by organization','org_id'), ('audit_heads','by organization','org_id'), ('contacts','by organization','org_id'), ('consents','by organization','org_id'), ('suppressions','by organization','org_id'), ('arrivals','by organization','org_id'), ('groups','by organization','org_id'), ('group_members','by organization','org_id'), ('contact_addresses','by organization','org_id'), ('merged_contacts','by organization','org_id'), ('contact_merges','by organization','org_id'), ('lists','by organization','org_id'), ('list_members','by organization','org_id'), ('campaigns','by organization','org_id'), ('campaign_recipients','by organization','org_id'), ('campaign_counts','by organization','org_id'), ('campaign_changes','by organization','org_id'), ('campaign_days','by organization','org_id'), ('campaign_engagements','by organization','org_id'), ('segments','by organization','org_id'), ('segment_lists','by organization','org_id'), ('forms','by organization','org_id'), ('form_versions','by organization','org_id'), ('form_submissions','by organization','org_id'), ('form_files','by organization','org_id'), ('form_counts','by organization','org_id'), ('form_days','by organization','org_id'), ('form_sources','by organization','org_id'), ('form_details','by organization','org_id'), ('form_auto_replies','by organization','org_id'), ('form_confirmations','by organization','org_id'), ('form_removals','by organization','org_id'), ('form_domains','by organization','org_id'), ('imports','by organization','org_id'), ('import_faults','by organization','org_id'), ('wallets','by organization','org_id'), ('transactions','by organization','org_id'), ('transfers','by organization','org_id'), ('month_counters','by organization','org_id'), ('daily_usage','by organization','org_id'), ('list_usage','by organization','org_id'), ('usage_outcomes','by organization','org_id'), ('monthly_summaries','by organization','org_id'), ('conversations','by organization','org_id'), ('messages','by organization','org_id'), ('deleted_inbound','by organization','org_id'), ('reactions','by organization','org_id'), ('contact_reaction_times','by organization','org_id'), ('reaction_sends','by organization','org_id'), ('message_versions','by organization','org_id'), ('missing_attachments','by organization','org_id'), ('attachments','by organization','org_id'), ('message_originals','by organization','org_id'), ('attachment_removals','by organization','org_id'), ('attachment_usage','by organization','org_id'), ('exports','by organization','org_id'), ('deliveries','by organization','org_id'), ('search_entries','by organization','org_id'), ('search_heads','by organization','org_id'), ('search_changes','by organization','org_id'), ('rerates','by organization','org_id'), ('recharges','by organization','org_id'), ('uncredited_payments','by organization','org_id'), ('auto_recharges','by organization','org_id'), ('auto_recharge_attempts','by organization','org_id'), ('mandates','by organization','org_id'), ('subscriptions','by organization','org_id'), ('subscription_payments','by organization','org_id'), ('refunds','by organization','org_id'), ('payment_claims','by organization','org_id'), ('payment_claim_takings','by organization','org_id'), ('billing_profiles','by organization','org_id'), ('invoices','by organization','org_id'), ('channel_accounts','by organization','org_id'), ('channel_notices','by organization','org_id'), ('sms_parts','by organization','org_id'), ('sms_incoming_parts','by organization','org_id'), ('sms_binds','by organization','org_id'), ('shared_writings','by organization','org_id'), ('sender_domains','by organization','org_id'), ('sender_domain_keys','by organization','org_id'), ('templates','by organization','org_id'), ('template_versions','by organization','org_id'), ('sandbox_messages','by organization','org_id'), ('sandbox_settings','by organization','org_id'), ('sandbox_gateway_orders','by organization','org_id'), ('sandbox_gateway_payments','by organization','org_id'), ('sandbox_gateway_mandates','by organization','org_id'), ('sandbox_gateway_debits','by organization','org_id'), ('sandbox_gateway_refunds','by organization','org_id'), ('users','everywhere',null::text), ('sessions','everywhere',null::text), ('token_hashes','everywhere',null::text), ('invitation_links','everywhere',null::text), ('price_lists','everywhere',null::text), ('plan_lists','everywhere',null::text), ('gateway_accounts','everywhere',null::text), ('gateway_payments','everywhere',null::text), ('gateway_references','everywhere',null::text), ('invoice_series','everywhere',null::text), ('invoice_numbers','everywhere',null::text), ('sender_domain_owners','everywhere',null::text), ('form_slugs','everywhere',null::text), ('form_domain_owners','everywhere',null::text), ('installation','here',null::text), ('quarantine','here',null::text), ('doctor_looks','here',null::text), ('sign_in_attempts','here',null::text), ('sign_in_places','here',null::text), ('totp_factors','here',null::text), ('recovery_codes','here',null::text), ('passkeys','here',null::text), ('spent_challenges','here',null::text), ('letters','here',null::text), ('password_resets','here',null::text), ('address_changes','here',null::text), ('push_keys','here',null::text), ('notification_numbers','here',null::text), ('notification_codes','here',null::text), ('account_paces','here',null::text), ('schema_migrations','here',null::text)) kinds(table_name, kind, key_column);

-- Functions

create function audit_append(org uuid, id uuid, actor text, user_id uuid, token_id uuid, action text, object text,
  details jsonb, at timestamptz) returns void language plpgsql
as $function$
declare
  head audit_heads;
  second timestamptz := date_trunc('second', at);
begin
  insert into audit_heads (org_id, sequence, hash) values (org, 0, '') on conflict do nothing;
  select * into strict head from audit_heads where org_id = org for update;
  head.sequence := head.sequence + 1;
  head.hash := audit_hash(head.hash, org, head.sequence, id, actor, user_id, token_id, action, object, details, second);
  insert into audit_log (org_id, sequence, id, actor, user_id, token_id, action, object, details, created_at, hash)
    values (org, head.sequence, id, actor, user_id, token_id, action, object, details, second, head.hash);
  update audit_heads set sequence = head.sequence, hash = head.hash where org_id = org;
end $function$;

create function audit_hash(previous bytea, org uuid, sequence bigint, id uuid, actor text, user_id uuid, token_id
  uuid, action text, object text, details jsonb, at timestamptz) returns bytea language sql immutable
as $function$
  select sha256(previous || convert_to(jsonb_build_array(org, sequence, id, actor, user_id, token_id, action, object, details,
                                                         trim_scale(extract(epoch from at)))::text, 'UTF8'))
$function$;

create function must_be(actual bigint, expected bigint) returns void language plpgsql
as $function$
begin
  if actual is distinct from expected then
    raise exception 'decided on an outdated state: found % rows instead of %', actual, expected using errcode = 'SV001';
  end if;
end $function$;

create function refuse_audit_change() returns trigger language plpgsql
as $function$
begin
  raise exception 'the audit log is append-only: % is refused', tg_op using errcode = '42501';
end $function$;

create function refuse_invoice_change() returns trigger language plpgsql
as $function$
begin
  raise exception 'issued invoices never change: % on % is refused', tg_op, tg_table_name using errcode = '42501';
end $function$;

create function refuse_number_again() returns trigger language plpgsql
as $function$
begin
  if tg_op = 'UPDATE' then
    if new.series = old.series and new.financial_year = old.financial_year and new.last_number = old.last_number + 1 then
      return new;
    end if;
  end if;
  raise exception 'an invoice series only counts on: % is refused', tg_op using errcode = '42501';
end $function$;

create function refuse_rewriting() returns trigger language plpgsql
as $function$
begin
  if tg_op = 'UPDATE' and tg_table_name ~ '^transactions(_[0-9]+)?$' then
    if old.status = 'pending' and new.org_id = old.org_id and new.id = old.id and new.kind = old.kind then
      return new;
    end if;
  end if;
  raise exception 'the books are append-only: % on % is refused', tg_op, tg_table_name using errcode = '42501';
end $function$;

create function refuse_summary_change() returns trigger language plpgsql
as $function$
begin
  raise exception 'a summary that was made never changes: % on % is refused', tg_op, tg_table_name using errcode = '42501';
end $function$;

-- Triggers

create trigger audit_log_append_only before delete or update on audit_log for each row
  execute function refuse_audit_change();
create trigger audit_log_no_truncate before truncate on audit_log for each statement
  execute function refuse_audit_change();
create trigger invoice_numbers_append_only before delete or update on invoice_numbers for each row
  execute function refuse_invoice_change();
create trigger invoice_numbers_no_truncate before truncate on invoice_numbers for each statement
  execute function refuse_invoice_change();
create trigger invoice_series_counts_on before delete or update on invoice_series for each row
  execute function refuse_number_again();
create trigger invoice_series_no_truncate before truncate on invoice_series for each statement
  execute function refuse_number_again();
create trigger invoices_append_only before delete or update on invoices for each row
  execute function refuse_invoice_change();
create trigger invoices_no_truncate before truncate on invoices for each statement
  execute function refuse_invoice_change();
create trigger monthly_summaries_append_only before delete or update on monthly_summaries for each row
  execute function refuse_summary_change();
create trigger monthly_summaries_no_truncate before truncate on monthly_summaries for each statement
  execute function refuse_summary_change();
create trigger plan_lists_append_only before delete or update on plan_lists for each row
  execute function refuse_rewriting();
create trigger plan_lists_no_truncate before truncate on plan_lists for each statement
  execute function refuse_rewriting();
create trigger price_lists_append_only before delete or update on price_lists for each row
  execute function refuse_rewriting();
create trigger price_lists_no_truncate before truncate on price_lists for each statement
  execute function refuse_rewriting();
create trigger transactions_append_only before delete or update on transactions for each row
  execute function refuse_rewriting();
create trigger transactions_no_truncate before truncate on transactions for each statement
  execute function refuse_rewriting();
create trigger transfers_append_only before delete or update on transfers for each row
  execute function refuse_rewriting();
create trigger transfers_no_truncate before truncate on transfers for each statement
  execute function refuse_rewriting();
