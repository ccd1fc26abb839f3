-- Up Migration
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
