-- What the processing of submissions needs.
alter table form_submissions
  -- Position among all submissions that its form ever had: which part of the search index it is in.
  add column number bigint not null default 0,
  -- The source that it was counted under: its own, or 'other'.
  add column counted_source text not null default '',
  -- When it is processed next; null when nothing is left to do.
  add column due_at timestamptz,
  add column under_attack boolean not null default false,
  -- How it came to its contact.
  add column contact_link text,
  add column confirmation text not null default 'none',
  -- The mail with the confirmation link.
  add column mail_due_at timestamptz,
  add column mail_tries integer not null default 0,
  -- 'due', 'sent', or why none was sent.
  add column auto_reply text,
  add column auto_reply_message_id uuid,
  -- What it is found by: a hash of each answer and word.
  add column terms bigint[],
  add constraint form_submissions_contact_link check (contact_link in ('created', 'claimed', 'confirmed')),
  add constraint form_submissions_contact check ((contact_id is null) = (contact_link is null)),
  add constraint form_submissions_confirmation
    check (confirmation in ('none', 'waiting', 'confirmed', 'applied', 'expired')),
  -- What is left to do has a time, and nothing else has one.
  add constraint form_submissions_due check ((due_at is not null) = (state in ('stored', 'processing')));
drop index form_submissions_unprocessed;
create index form_submissions_due on form_submissions (org_id, due_at, id) where due_at is not null;
create index form_submissions_mails on form_submissions (org_id, mail_due_at) where mail_due_at is not null;
create index form_submissions_in_state on form_submissions (org_id, form_id, state, id) where state <> 'done';
create index form_submissions_terms on form_submissions using gin (terms);
create index form_submissions_of_messages on form_submissions (org_id, message_id) where message_id is not null;
create index form_submissions_of_replies on form_submissions (org_id, auto_reply_message_id)
  where auto_reply_message_id is not null;
create index form_submissions_of_conversations on form_submissions (org_id, conversation_id)
  where conversation_id is not null;

alter table form_counts
  add column next_number bigint not null default 0,
  -- When members were last told of a submission.
  add column notified_at timestamptz;

-- Contacts that are deleted and have more submissions than go at once: the rest follows in pieces, and nobody sees it until then.
create table form_removals (
  org_id uuid not null,
  contact_id uuid not null,
  created_at timestamptz not null,
  primary key (org_id, contact_id)
);
