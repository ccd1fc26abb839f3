-- What came from a provider, as it came: kept before the provider is answered, worked on by a job afterwards. The body goes when that is
-- done; the fingerprint stays for longer than any provider brings the same again.
create table arrivals (
  org_id uuid not null,
  id uuid not null,
  channel text not null,
  -- Which reader understands it.
  source text not null,
  -- SHA-256 of what a repetition is told by: whoever has it can tell neither the message nor who wrote it.
  fingerprint bytea not null,
  -- Null once it was worked on.
  body bytea,
  size integer not null,
  received_at timestamptz not null,
  -- When it is worked on next; null once it was, or when a person is to look at it.
  due_at timestamptz,
  attempts integer not null default 0,
  -- Its messages are stored, and only receipts of it wait for their deliveries.
  is_stored boolean not null default false,
  -- What was wrong the last time.
  error text,
  -- Since when it waits for a person.
  failed_at timestamptz,
  primary key (org_id, id),
  unique (org_id, channel, fingerprint)
) with (fillfactor = 80);
create index arrivals_waiting on arrivals (org_id, due_at, id) include (size) where body is not null;
create index arrivals_by_time on arrivals (org_id, received_at);
-- What contacts said of being written to, by channel: each time is a row, and none is changed.
create table consents (
  org_id uuid not null,
  contact_id uuid not null,
  id uuid not null,
  channel text not null,
  status text not null check (status in ('granted', 'revoked')),
  -- By which way it came.
  source text not null,
  -- In whose words: what the contact wrote, or whoever notes it says.
  text text,
  -- Who noted it; null for what came from the contact.
  user_id uuid,
  created_at timestamptz not null,
  primary key (org_id, contact_id, id)
);
-- Addresses of a channel that nothing is sent to any more, whoever has them.
create table suppressions (
  org_id uuid not null,
  id uuid not null,
  channel text not null,
  -- As a contact has it; a mail address in lower case.
  address text not null,
  reason text not null check (reason in ('bounced', 'complained', 'unsubscribed', 'manual')),
  detail text,
  created_at timestamptz not null,
  primary key (org_id, id),
  unique (org_id, channel, address)
);
-- Channel → reason, of the contact's addresses that are suppressed: so that a send need not look for them.
alter table contacts add column suppressed jsonb not null default '{}';
-- Contacts that somebody made with a token that was still good for some seconds after they had left: they go to who is named for it now.
insert into leavings (org_id, user_id, transfer_to, created_at)
  select distinct c.org_id, c.owner_id, null::uuid, now() from contacts c
   where not exists (select from memberships m where m.org_id = c.org_id and m.user_id = c.owner_id)
  on conflict (org_id, user_id) do nothing;
insert into due_work (kind, org_id, due_at)
  select distinct 'hand_over', l.org_id, now() from leavings l
  on conflict (kind, org_id) do nothing;
