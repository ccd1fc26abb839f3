-- Changes of the address that a person signs in with: asked for, confirmed by a mailed link, undone by another.
create table address_changes (
  id uuid not null,
  user_id uuid not null,
  old_email text not null,
  old_proven_at timestamptz,
  new_email text not null,
  -- SHA-256 of the link's token, once it was mailed; what it was mailed by.
  hash bytea,
  is_real boolean,
  undo_hash bytea,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  -- Taken back, undone, or another took its place.
  ended_at timestamptz,
  -- Until when it can be confirmed; once it is, until when it can be undone.
  over_at timestamptz not null,
  primary key (id)
);
create index address_changes_by_end on address_changes (over_at);
create unique index address_changes_by_hash on address_changes (hash);
create unique index address_changes_by_undo on address_changes (undo_hash);
create index address_changes_by_user on address_changes (user_id, created_at);
