-- The mail that an inbound message was read from, as it was received: its bytes are in the store of attachments, and count
-- against no quota. The row goes with its message.
create table message_originals (
  org_id uuid not null,
  message_id uuid not null,
  -- Of the file.
  id uuid not null,
  size bigint not null,
  sha256 bytea not null,
  created_at timestamptz not null,
  primary key (org_id, message_id),
  check (size > 0)
);
create unique index message_originals_by_file on message_originals (org_id, id);
