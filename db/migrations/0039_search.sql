-- What is found by its words. Written by a job behind what it is of, never by who sends: a message, a contact or a group has one
-- entry, in a bucket of so many of its organization and kind, the newest in the highest. Each word carries organization and bucket
-- before it, so that the index leads by them.
create table search_entries (
  org_id uuid not null,
  id uuid not null,
  bucket integer not null,
  words tsvector not null,
  primary key (org_id, id)
);
create index search_entries_words on search_entries using gin (words);

-- How far the index has followed an organization's messages, contacts or groups.
create table search_heads (
  org_id uuid not null,
  kind text not null check (kind in ('message', 'contact', 'group')),
  -- The highest bucket, which what is new goes to, and how many it has taken.
  bucket integer not null default 0,
  filled integer not null default 0,
  -- The lowest, which what was there before the index goes to, the newest first.
  earlier_bucket integer not null default -1,
  earlier_filled integer not null default 0,
  -- Of messages: up to here all that were committed have been seen to.
  settled_id uuid,
  -- Of messages: what was there before has been seen to down to here; null when none is left.
  walked_id uuid,
  primary key (org_id, kind)
);
create index search_heads_walking on search_heads (org_id) where walked_id is not null;

-- What is new or has other words since: noted by the transaction that changes it. Of a conversation that is another's now its
-- messages are, from the newest on: those before after_id are left.
create table search_changes (
  org_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('message', 'contact', 'group', 'conversation')),
  after_id uuid,
  noted_at timestamptz not null,
  primary key (org_id, id)
);

-- What an installation has already, noted as of no time: it goes to the lower buckets. Its messages are walked by the job.
insert into search_changes (org_id, id, kind, noted_at) select org_id, id, 'contact', to_timestamp(0) from contacts;
insert into search_changes (org_id, id, kind, noted_at) select org_id, id, 'group', to_timestamp(0) from groups;
