-- What is written once and sent often. The texts are those of a version: a message keeps the one that it was made from, so none that
-- was ever approved changes, and a template that was deleted leaves its row.
create table templates (
  org_id uuid not null,
  id uuid not null,
  name text not null,
  channel text not null,
  language text not null,
  -- The latest, and the one in use: the last that was approved; null while there is none.
  version integer not null,
  used_version integer,
  created_by uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz,
  deleted_at timestamptz,
  primary key (org_id, id)
);
create unique index templates_by_name on templates (org_id, channel, name, language) where deleted_at is null;

create table template_versions (
  org_id uuid not null,
  template_id uuid not null,
  version integer not null,
  status text not null check (status in ('draft', 'submitted', 'approved', 'rejected', 'paused')),
  category text not null,
  subject text,
  text text,
  html text,
  -- Of an SMS: what it is registered under with the operators (DLT), and the sender that it is registered for.
  registered_id text,
  header text,
  -- Why it was rejected or paused; who decided, or is to decide while it is submitted.
  reason text,
  decided_by text check (decided_by in ('sandbox', 'provider', 'operator', 'nobody', 'user')),
  decided_at timestamptz,
  -- Since when the provider has it, where one decides.
  registered_at timestamptz,
  -- Messages may have been made from it.
  was_approved boolean not null default false,
  created_at timestamptz not null,
  primary key (org_id, template_id, version),
  foreign key (org_id, template_id) references templates (org_id, id)
);
-- What operators decide on, over all organizations.
create index template_versions_submitted on template_versions (org_id, template_id) where status = 'submitted';

-- What a provider is yet to be told of.
create index template_versions_unregistered on template_versions (org_id, template_id)
  where status = 'submitted' and decided_by = 'provider' and registered_at is null;

-- What a message was made from, beside template_id; and when it was to leave, where somebody said.
alter table messages add column template_version integer;
alter table messages add column send_at timestamptz;
