-- Contacts that became part of another: what was written to and by them names them still, until a job has gone through it.
create table contact_merges (
  org_id uuid not null,
  from_id uuid not null,
  into_id uuid not null,
  created_at timestamptz not null,
  primary key (org_id, from_id)
);
create index contact_merges_into on contact_merges (org_id, into_id);
-- Contacts are exported too, narrowed as their list is.
alter table exports drop constraint exports_kind;
alter table exports add constraint exports_kind
  check ((kind, format) in (('statement', 'pdf'), ('log', 'xlsx'), ('transactions', 'csv'), ('contacts', 'csv')));
alter table exports add column filter jsonb not null default '{}';
