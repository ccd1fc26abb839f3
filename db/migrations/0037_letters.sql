-- What the program writes to people about their own account: not a notice, as nobody chooses to miss it.
create table letters (
  id uuid primary key,
  -- Null where somebody asked for an address that nobody has: written all the same, so that it takes the same time.
  user_id uuid,
  kind text not null,
  details jsonb not null,
  created_at timestamptz not null,
  due_at timestamptz not null,
  attempts integer not null default 0
);
create index letters_by_due on letters (due_at);

create table password_resets (
  id uuid primary key,
  user_id uuid,
  -- Of the password at the time: a link is void where it was changed since.
  password_print text not null,
  -- Of the link's token, once it was mailed; the token itself is made from the installation's key.
  hash bytea,
  -- Whether it was really mailed: a link that lay in a sandbox proves nobody's address.
  is_real boolean,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create unique index password_resets_by_hash on password_resets (hash);
create index password_resets_by_user on password_resets (user_id, created_at);
create index password_resets_by_end on password_resets (expires_at);

-- How the person wants the console; null where they said nothing.
alter table users
  add column language text,
  add column theme text,
  add column time_zone text;
