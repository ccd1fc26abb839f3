-- Through which account a delivery is to leave: a name made of what the account is, so that the same one has the same name when it was away.
-- Null for what was accepted before there was the column. Names of accounts that organizations share begin with ff.
alter table deliveries add column account_id uuid;
-- Since when the account is this one, or is gone.
alter table channel_accounts add column since timestamptz;
-- Since when the installation has, or had, an account for all.
alter table installation add column real_app_since timestamptz;
alter table installation add column real_sms_since timestamptz;

-- What left through an account that organizations share is found by what its provider says of it, whosever it is.
create index deliveries_of_shared_accounts on deliveries (account_id, id)
  where account_id >= 'ff000000-0000-0000-0000-000000000000';
create index deliveries_of_shared_accounts_by_provider_id on deliveries (account_id, provider_id)
  where account_id >= 'ff000000-0000-0000-0000-000000000000' and provider_id is not null;
-- The shared account that a part left through; null where the account is the organization's own.
alter table sms_parts add column account_id uuid;
create index sms_parts_of_shared_accounts on sms_parts (account_id, provider_id)
  where account_id is not null and provider_id is not null;

-- Which organizations wrote to whom through an account that they share, and when last: whose it is what somebody writes there.
create table shared_writings (
  org_id uuid not null,
  account_id uuid not null,
  address text not null,
  contact_id uuid not null,
  wrote_at timestamptz not null,
  primary key (org_id, account_id, address),
  foreign key (org_id, contact_id) references contacts (org_id, id) on delete cascade
) with (fillfactor = 80);
create index shared_writings_by_address on shared_writings (account_id, address);
create index shared_writings_by_contact on shared_writings (org_id, contact_id);

-- What came in through a shared account from somebody to whom no organization had written: whoever operates the installation says whose it
-- is, or that it is nobody's.
create table quarantine (
  id uuid primary key,
  channel text not null,
  -- By which the organization that it is assigned to understands it.
  source text not null,
  -- SHA-256 of what a repetition is told by.
  fingerprint bytea not null unique,
  body bytea not null,
  address text not null,
  -- What is shown of it.
  text text,
  received_at timestamptz not null,
  -- Said, and on its way there.
  assigned_to uuid
);
create index quarantine_by_age on quarantine (received_at);
create index quarantine_by_address on quarantine (address);
