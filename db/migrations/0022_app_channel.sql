-- Templates at a provider that decides on them itself: in which of its accounts, and by which name of its own. The account is written
-- before the provider is asked to make the template: what is found there afterwards is ours, also when the answer was lost.
alter table templates add column provider_account text;
alter table templates add column provider_id text;
-- When the provider is to be told or asked next, and how often in a row that was in vain. Moved ahead by who does it: a lease.
alter table templates add column provider_due_at timestamptz;
alter table templates add column provider_tries integer not null default 0;
create index templates_provider_due on templates (provider_due_at) where provider_due_at is not null;

-- The variables in the order of the places that the provider knows by number.
alter table template_versions add column provider_parameters text[];
-- What was to be told is found by the template's due time now.
drop index template_versions_unregistered;

-- What a contact said last of a message, by the provider's clock, also when that was to take the reaction back: what comes later and is
-- older changes nothing.
create table contact_reaction_times (
  org_id uuid not null,
  message_id uuid not null,
  contact_id uuid not null,
  said_at timestamptz not null,
  primary key (org_id, message_id, contact_id)
);

-- How users react to what contacts wrote, where the channel takes it: one reaction to a message, the latest. The provider is told what is
-- so now; what it was told last is here.
create table reaction_sends (
  org_id uuid not null,
  message_id uuid not null,
  -- Empty: that there is none. Null: nothing yet.
  told text,
  -- Null while nothing is to be told.
  due_at timestamptz,
  lease_until timestamptz,
  tries integer not null default 0,
  primary key (org_id, message_id)
);
create index reaction_sends_due on reaction_sends (due_at) where due_at is not null;
-- Why the provider did not take it.
alter table reactions add column error_code text;
alter table reactions add column error_detail text;
