-- Who left an organization, or may no longer see conversations, and had more than goes over in one transaction: a job gives away the
-- rest in pieces. The row goes with the last of it.
create table leavings (
  org_id uuid not null,
  user_id uuid not null,
  -- Who was named to take over; null when nobody was.
  transfer_to uuid,
  created_at timestamptz not null,
  primary key (org_id, user_id)
);
-- Conversations that became part of another and held too much to bring it over in one transaction: gone themselves, and read as part of
-- the other one from the commit of this row on. A job brings their messages over in pieces; the row goes with the last of them.
create table merges (
  org_id uuid not null,
  from_id uuid not null,
  into_id uuid not null,
  created_at timestamptz not null,
  primary key (org_id, from_id)
);
create index merges_by_conversation on merges (org_id, into_id);
