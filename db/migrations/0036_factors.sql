-- What a person proves themselves with besides the password. All of it is the person's, whatever organizations they belong to.

-- An authenticator app (RFC 6238). It counts once a first code has confirmed it.
create table totp_factors (
  user_id uuid primary key,
  -- Sealed.
  secret bytea not null,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  -- The time step of the last code that was taken: no code is taken twice.
  last_step bigint not null default 0
);

-- Of 80 random bits each, so a plain hash is enough.
create table recovery_codes (
  user_id uuid not null,
  hash bytea not null,
  used_at timestamptz,
  primary key (user_id, hash)
);

create table passkeys (
  id uuid primary key,
  user_id uuid not null,
  credential_id bytea not null,
  public_key bytea not null,
  sign_count bigint not null,
  transports text[] not null,
  name text not null,
  is_synced boolean not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create unique index passkeys_by_credential on passkeys (credential_id);
create index passkeys_by_user on passkeys (user_id, id);

-- Challenges prove themselves by the installation's key; only those that were used are kept, until they are over.
create table spent_challenges (
  hash bytea primary key,
  expires_at timestamptz not null
);
create index spent_challenges_by_end on spent_challenges (expires_at);
