-- Files that users upload, and that contacts send: what is in them lies in the store of attachments, under organization and id.
create table attachments (
  org_id uuid not null,
  id uuid not null,
  -- Null until a message takes it.
  message_id uuid,
  -- The how manieth of its message, from 1.
  place integer,
  filename text not null,
  -- Told by what is in it.
  content_type text not null,
  size bigint not null,
  sha256 bytea not null,
  -- Null where a contact sent it.
  created_by uuid,
  created_at timestamptz not null,
  primary key (org_id, id),
  check (size >= 0)
);
create index attachments_by_message on attachments (org_id, message_id) where message_id is not null;
create index attachments_unused on attachments (org_id, created_at) where message_id is null;
-- Files that are to go from the store: noted in the transaction that takes their rows away, and before one is written, so that of what
-- never becomes a row nothing stays.
create table attachment_removals (
  org_id uuid not null,
  id uuid not null,
  -- What it counts against the quota until it is gone; 0 of what never became a row.
  size bigint not null,
  due_at timestamptz not null,
  -- When its file was begun to be removed: from then on it does not become a row any more.
  begun_at timestamptz,
  primary key (org_id, id)
);
create index attachment_removals_due on attachment_removals (org_id, due_at);
-- The bytes of an organization's attachments, those to be removed included.
create table attachment_usage (
  org_id uuid not null primary key,
  bytes bigint not null,
  check (bytes >= 0)
);
alter table messages add column has_attachments boolean not null default false;
