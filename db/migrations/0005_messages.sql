-- Up Migration
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
  primary key (org_id, id),
  foreign key (org_id, contact_id) references contacts (org_id, id),
  foreign key (org_id, group_id) references groups (org_id, id),
  check (num_nonnulls(contact_id, group_id) = 1)
) with (fillfactor = 80);
create unique index conversations_with_contact on conversations (org_id, user_id, contact_id) where contact_id is not null;
create unique index conversations_with_group on conversations (org_id, user_id, group_id) where group_id is not null;
create index conversations_by_user on conversations (org_id, user_id, id desc);
create index conversations_by_activity on conversations (org_id, user_id, coalesce(last_active_at, created_at) desc, id desc);
-- For the filters that few rows pass.
create index conversations_pinned on conversations (org_id, user_id, id desc) where is_pinned;
create index conversations_muted on conversations (org_id, user_id, id desc) where is_muted;
create index conversations_archived on conversations (org_id, user_id, id desc) where archived_at is not null;
-- For the deletion of a contact or a group, and for inbound messages.
create index conversations_by_contact on conversations (org_id, contact_id) where contact_id is not null;
create index conversations_by_group on conversations (org_id, group_id) where group_id is not null;

create table messages (
  org_id uuid not null,
  id uuid not null,
  conversation_id uuid not null,
  direction text not null check (direction in ('outbound', 'inbound')),
  channel text not null,
  sender_id uuid not null,
  subject text,
  text text,
  html text,
  template_id uuid,
  variables jsonb,
  read_at timestamptz,
  updated_at timestamptz,
  created_at timestamptz not null,
  primary key (org_id, id)
);
create index messages_by_conversation on messages (org_id, conversation_id, id desc);

create table reactions (
  org_id uuid not null,
  message_id uuid not null,
  reactor_id uuid not null,
  is_user boolean not null,
  emoji text not null,
  created_at timestamptz not null,
  primary key (org_id, message_id, reactor_id, emoji)
);

-- One a recipient: the unit of charge and of dispatch. When its conversation is deleted, what billing must keep stays,
-- and message_id, conversation_id, contact_id and address become null.
create table deliveries (
  org_id uuid not null,
  id uuid not null,
  message_id uuid,
  conversation_id uuid,
  contact_id uuid,
  address text,
  channel text not null,
  kind text not null,
  status text not null check (status in ('queued', 'sending', 'sent', 'delivered', 'read', 'failed', 'undelivered', 'cancelled')),
  price_micros bigint not null check (price_micros >= 0),
  tier integer not null,
  -- The message's number in its month, from which its price follows.
  month date not null,
  month_number bigint not null,
  transaction_id uuid not null,
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
  primary key (org_id, id)
) with (fillfactor = 80);
create index deliveries_by_message on deliveries (org_id, message_id);
create index deliveries_queued on deliveries (org_id, due_at) where status = 'queued';
create index deliveries_sending on deliveries (org_id, lease_until) where status = 'sending';
