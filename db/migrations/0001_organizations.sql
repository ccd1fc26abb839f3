-- Up Migration
-- Organizations, people, roles, access tokens, sessions.
-- Platform tables are keyed by their own id; tenant tables begin every key with org_id, so that they can be distributed by it.

create table organizations (
  id uuid primary key,
  name text not null,
  created_at timestamptz not null
);

create table users (
  id uuid primary key,
  email text not null,
  display_name text not null,
  password_hash text,
  is_operator boolean not null default false,
  created_at timestamptz not null,
  disabled_at timestamptz
);
create unique index users_email on users (lower(email));

create table roles (
  org_id uuid not null,
  id uuid not null,
  name text not null,
  permissions text[] not null,
  created_at timestamptz not null,
  primary key (org_id, id)
);
create unique index roles_name on roles (org_id, lower(name));

-- role_name is one of the built-in roles; role_id a custom one of the organization. Exactly one is set.
create table memberships (
  org_id uuid not null,
  user_id uuid not null,
  role_name text,
  role_id uuid,
  created_at timestamptz not null,
  primary key (org_id, user_id),
  foreign key (org_id, role_id) references roles (org_id, id),
  check (num_nonnulls(role_name, role_id) = 1)
);
create index memberships_by_user on memberships (user_id);

create table tokens (
  org_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  name text not null,
  hint text not null,
  permissions text[] not null,
  allowed_addresses text[],
  expires_at timestamptz,
  revoked_at timestamptz,
  created_at timestamptz not null,
  primary key (org_id, id)
);
create index tokens_by_user on tokens (org_id, user_id, id);

-- Only the SHA-256 of a token is kept; it leads to the organization, which leads to everything else.
create table token_hashes (
  hash bytea primary key,
  org_id uuid not null,
  token_id uuid not null
);

create table sessions (
  hash bytea primary key,
  id uuid not null,
  user_id uuid not null,
  org_id uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index sessions_by_user on sessions (user_id, id);

-- Sign-ins that failed in a row, by the SHA-256 of the address that was typed: known and unknown addresses alike, so that
-- the slow-down does not tell which of them exist. A success removes the row; old rows go with later failures.
create table sign_in_attempts (
  email_hash bytea primary key,
  failed_in_a_row integer not null,
  blocked_until timestamptz,
  last_at timestamptz not null
);
create index sign_in_attempts_by_age on sign_in_attempts (last_at);
