-- Contact lists: for campaigns and imports, of any size; a group is who a message reaches at once, and small.
create table lists (
  org_id uuid not null,
  id uuid not null,
  name text not null,
  description text,
  -- Of its rows in list_members: changed with them, behind the lock of this row.
  contact_count bigint not null default 0,
  created_by uuid not null,
  created_at timestamptz not null,
  -- It is gone for everybody; its members follow in pieces, and then the row.
  deleted_at timestamptz,
  primary key (org_id, id),
  check (contact_count >= 0)
);
create index lists_deleted on lists (org_id, id) where deleted_at is not null;
create table list_members (
  org_id uuid not null,
  list_id uuid not null,
  contact_id uuid not null,
  created_at timestamptz not null,
  primary key (org_id, list_id, contact_id),
  foreign key (org_id, contact_id) references contacts(org_id, id),
  foreign key (org_id, list_id) references lists(org_id, id)
);
create index list_members_by_contact on list_members (org_id, contact_id);
-- Files of contacts that somebody uploaded as an attachment, read by the worker in pieces. What a piece makes and how far the import has
-- come are one transaction.
create table imports (
  org_id uuid not null,
  id uuid not null,
  status text not null,
  -- The file: claimed by it, and let go when it ends.
  attachment_id uuid not null,
  filename text not null,
  size bigint not null,
  -- Whose request it was, and whose the contacts become.
  user_id uuid not null,
  list_id uuid,
  -- Mapping, format, and what becomes of contacts that exist.
  settings jsonb not null,
  -- In percent, by bytes.
  progress integer not null default 0,
  row_count bigint not null default 0,
  created_count bigint not null default 0,
  updated_count bigint not null default 0,
  skipped_count bigint not null default 0,
  failed_count bigint not null default 0,
  -- Since the last piece was written.
  tries integer not null default 0,
  error_code text,
  error_detail text,
  created_at timestamptz not null,
  ended_at timestamptz,
  expires_at timestamptz not null,
  primary key (org_id, id),
  check (status in ('queued', 'running', 'completed', 'failed', 'cancelled')),
  constraint imports_ended check ((status in ('completed', 'failed', 'cancelled')) = (ended_at is not null)),
  constraint imports_counted check (row_count = created_count + updated_count + skipped_count + failed_count),
  check (progress between 0 and 100)
);
create index imports_unfinished on imports (org_id, id) where status in ('queued', 'running');
create index imports_expiring on imports (org_id, expires_at);
-- Rows that came to nothing, with what is wrong with them: they go with their import.
create table import_faults (
  org_id uuid not null,
  import_id uuid not null,
  row_number bigint not null,
  column_name text,
  reason text not null,
  -- The cells as they stood there.
  cells text[] not null,
  primary key (org_id, import_id, row_number)
);
-- Who put an address on the list; null where a provider said it.
alter table suppressions add column user_id uuid;
