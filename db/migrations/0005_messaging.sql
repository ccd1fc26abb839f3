-- Whom an organization talks with, how, and what was written.

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
  primary key (org_id, id)
);
create index contacts_by_email on contacts (org_id, lower(email)) where email is not null;
create index contacts_by_phone on contacts (org_id, phone_number) where phone_number is not null;
create index contacts_by_app on contacts (org_id, app_id) where app_id is not null;

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

create table group_members (
  org_id uuid not null,
  group_id uuid not null,
  contact_id uuid not null,
  created_at timestamptz not null,
  primary key (org_id, group_id, contact_id),
  foreign key (org_id, group_id) references groups (org_id, id),
  foreign key (org_id, contact_id) references contacts (org_id, id)
);
create index group_members_by_contact on group_members (org_id, contact_id);

create table channel_accounts (
  org_id uuid not null,
  channel text not null,
  settings jsonb not null,
  secret bytea,
  updated_at timestamptz not null,
  -- An account that was removed leaves its row, without its settings: the sandbox does not come back (spec 16.3).
  removed_at timestamptz,
  primary key (org_id, channel)
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
  primary key (org_id, id),
  foreign key (org_id, contact_id) references contacts (org_id, id),
  foreign key (org_id, group_id) references groups (org_id, id),
  check (num_nonnulls(contact_id, group_id) = 1)
) with (fillfactor = 80);
-- Every index of a conversation gets an entry whenever it becomes active, which sending does, so there are few. One is enough for
-- both that know of its contact: whoever asks for the conversation of a user with a contact names both, and all of a contact, for
-- its deletion and for inbound messages, are its beginning.
create unique index conversations_of_contact on conversations (org_id, contact_id, user_id) where contact_id is not null;
create unique index conversations_with_group on conversations (org_id, user_id, group_id) where group_id is not null;
create index conversations_by_user on conversations (org_id, user_id, id desc);
create index conversations_by_activity on conversations (org_id, user_id, coalesce(last_active_at, created_at) desc, id desc);
-- For the filters that few rows pass.
create index conversations_pinned on conversations (org_id, user_id, id desc) where is_pinned;
create index conversations_muted on conversations (org_id, user_id, id desc) where is_muted;
create index conversations_archived on conversations (org_id, user_id, id desc) where archived_at is not null;
-- Who may see all conversations lists them as fast as one's own (spec 5.16): newest first by the primary key, and by these.
create index conversations_of_all_by_activity on conversations (org_id, coalesce(last_active_at, created_at) desc, id desc);
create index conversations_of_all_pinned on conversations (org_id, id desc) where is_pinned;
create index conversations_of_all_muted on conversations (org_id, id desc) where is_muted;
create index conversations_of_all_archived on conversations (org_id, id desc) where archived_at is not null;
-- For the deletion of a group, and the pages of its conversations.
create index conversations_of_all_by_group on conversations (org_id, group_id, id desc) where group_id is not null;

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
  -- The provider's name of a message that a contact wrote: for mail its Message-ID, to which answers refer.
  provider_id text,
  read_at timestamptz,
  updated_at timestamptz,
  created_at timestamptz not null,
  primary key (org_id, id)
);
create index messages_by_conversation on messages (org_id, conversation_id, id desc);
-- What a contact writes comes once, however often its provider brings it.
create unique index messages_by_provider_id on messages (org_id, channel, provider_id) where provider_id is not null;

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
  -- How many of the month's numbers it takes, from month_number on: its segments where the list counts by segment, else 1.
  units integer not null default 1,
  -- The price list that may re-rate it; null under a list without volume prices.
  volume_list_id uuid,
  transaction_id uuid not null,
  -- Several deliveries may be given back by one transaction, so each names the one that did it, and how much it brought.
  -- A refund that was asked for gives back without a reversal.
  reversal_id uuid,
  returned_micros bigint not null default 0 check (returned_micros >= 0),
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
-- For the earlier mails to one contact too, and for the deletion of a contact that is in groups.
create index deliveries_by_message_and_contact on deliveries (org_id, message_id, contact_id);
-- A queue for each channel: while one channel's provider is away the others' are read past it.
create index deliveries_queued_by_channel on deliveries (org_id, channel, due_at) where status = 'queued';
create index deliveries_sending on deliveries (org_id, lease_until) where status = 'sending';
-- What a provider reports names a delivery by the id that the provider gave it.
create index deliveries_by_provider_id on deliveries (org_id, channel, provider_id) where provider_id is not null;
create index deliveries_by_reversal on deliveries (org_id, reversal_id) where reversal_id is not null;
create index deliveries_reversed_of_charge on deliveries (org_id, transaction_id) where reversal_id is not null;

-- A month's count has crossed into a cheaper tier of a volume list: all of its messages of that kind get the tier's price.
-- The row is written by the flush that crosses; the credit follows.
create table rerates (
  org_id uuid not null,
  id uuid not null,
  price_list_id uuid not null,
  kind text not null,
  month date not null,
  -- The tier that was reached, its price, and the last number that cost more.
  tier integer not null,
  price_micros bigint not null check (price_micros >= 0),
  up_to_number bigint not null,
  -- The wallet's version that the crossing made: what is reversed afterwards gives back the new price.
  wallet_version bigint not null,
  crossed_at timestamptz not null,
  -- Null until the credit is booked; no transaction when nothing was left to credit.
  message_count integer,
  amount_micros bigint,
  transaction_id uuid,
  booked_at timestamptz,
  primary key (org_id, id),
  check ((booked_at is not null) = (message_count is not null and amount_micros is not null))
);
create unique index rerates_once on rerates (org_id, month, kind, price_list_id, tier);
create index rerates_open on rerates (org_id, id) where booked_at is null;
