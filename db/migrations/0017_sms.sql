-- The parts of long SMS that were handed to a provider one by one: what became of each, so that only those that it did not take are
-- tried again, and the message has arrived once all have. Kept for as long as receipts may come.
create table sms_parts (
  org_id uuid not null,
  delivery_id uuid not null,
  -- From 1.
  part smallint not null,
  -- By which a phone puts the parts together: the same at every try.
  reference smallint not null,
  -- Of the text that they are parts of: another text has parts of its own.
  text_hash bytea not null,
  status text not null check (status in ('open', 'accepted', 'refused', 'unknown', 'delivered', 'failed', 'undelivered')),
  provider_id text,
  error_code text,
  created_at timestamptz not null,
  primary key (org_id, delivery_id, part)
);
create index sms_parts_by_provider_id on sms_parts (org_id, provider_id) where provider_id is not null;
create index sms_parts_by_age on sms_parts (org_id, created_at);

-- The parts of long SMS that contacts wrote, until all of them are there and for a while beyond, as what came may be read again.
create table sms_incoming_parts (
  org_id uuid not null,
  id uuid not null,
  -- Of which message: who wrote to whom, its reference and how many parts it has.
  message_key bytea not null,
  part smallint not null,
  parts smallint not null,
  text text not null,
  received_at timestamptz not null,
  primary key (org_id, id)
);
create index sms_incoming_parts_by_message on sms_incoming_parts (org_id, message_key, part);
create index sms_incoming_parts_by_age on sms_incoming_parts (org_id, received_at);

-- Which connections to its SMS provider an organization's account holds, of all that the provider allows: each is held by one process
-- for as long as it says so again and again.
create table sms_binds (
  org_id uuid not null,
  place smallint not null,
  holder uuid not null,
  leased_until timestamptz not null,
  primary key (org_id, place)
);
