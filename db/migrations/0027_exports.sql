-- Files that members ask for: statements, logs, raw transactions. What is in one lies in the store of attachments, under organization and
-- the file's id; the row and the file go together.
create table exports (
  org_id uuid not null,
  id uuid not null,
  kind text not null,
  format text not null,
  status text not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  -- Whose request it was.
  user_id uuid not null,
  -- Up to where it reads: what is booked later is not in it, however long it takes.
  wallet_version bigint not null,
  balance_micros bigint not null,
  -- Of the try that is under way, or of the file that there is. Each try writes a file of its own.
  file_id uuid,
  tries integer not null default 0,
  -- In percent.
  progress integer not null default 0,
  row_count bigint,
  size bigint,
  sha256 bytea,
  error_code text,
  created_at timestamptz not null,
  ended_at timestamptz,
  expires_at timestamptz not null,
  primary key (org_id, id),
  constraint exports_kind check ((kind, format) in (('statement', 'pdf'), ('log', 'xlsx'), ('transactions', 'csv'))),
  check (status in ('queued', 'running', 'completed', 'failed', 'cancelled')),
  constraint exports_ended check ((status in ('completed', 'failed', 'cancelled')) = (ended_at is not null)),
  constraint exports_has_file check (status <> 'completed' or (file_id is not null and size is not null and sha256 is not null)),
  check (progress between 0 and 100),
  check (from_at < to_at)
);
create index exports_unfinished on exports (org_id, id) where status in ('queued', 'running');
