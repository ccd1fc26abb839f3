-- What contacts do to a message after they wrote it, by the provider's clock. `text` is the newest one.
alter table messages add column edited_at timestamptz;
alter table messages add column withdrawn_at timestamptz;
-- The texts of an edited message, the newest included. They go with their message.
create table message_versions (
  org_id uuid not null,
  message_id uuid not null,
  -- Of the edit, so that a repetition changes nothing; empty for the text that the message had first.
  provider_id text not null,
  text text,
  -- By the provider's clock; null for the first text.
  written_at timestamptz,
  received_at timestamptz not null,
  primary key (org_id, message_id, provider_id)
);
-- Files of an inbound message that are not here: fetched again while `due_at` says when, otherwise unavailable for `reason`.
create table missing_attachments (
  org_id uuid not null,
  id uuid not null,
  message_id uuid not null,
  -- 1-based position among the attachments of the message.
  ordinal integer not null,
  filename text,
  content_type text,
  -- By which the reader of its source fetches it; null where nothing more is fetched.
  reference jsonb,
  tries integer not null default 0,
  due_at timestamptz,
  reason text,
  created_at timestamptz not null,
  primary key (org_id, id),
  check ((due_at is null) = (reason is not null))
);
create index missing_attachments_by_message on missing_attachments (org_id, message_id);
create index missing_attachments_due on missing_attachments (org_id, due_at) where due_at is not null;
