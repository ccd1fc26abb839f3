-- People and organizations: the audit log, who somebody is, where they belong, what they may do, and how they come in.

-- Who did what to money, prices, team, tokens and settings. One chain for each organization, and one of the installation
-- itself under the id of zeros: every entry's hash covers the one before it, so that a changed or missing entry shows (db/audit.sql).
create table audit_log (
  org_id uuid not null,
  sequence bigint not null,
  id uuid not null,
  -- 'user', 'system' (a job) or 'command_line'.
  actor text not null,
  user_id uuid,
  token_id uuid,
  action text not null,
  -- The public id of what it was done to.
  object text,
  details jsonb not null,
  created_at timestamptz not null,
  hash bytea not null,
  primary key (org_id, sequence)
);
create unique index audit_log_by_id on audit_log (org_id, id);
create index audit_log_by_action on audit_log (org_id, action, sequence);
create index audit_log_by_object on audit_log (org_id, object, sequence);
create index audit_log_by_user on audit_log (org_id, user_id, sequence);

-- The end of each chain; its row is locked by who appends.
create table audit_heads (
  org_id uuid primary key,
  sequence bigint not null,
  hash bytea not null
);

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is append-only: % is refused', tg_op using errcode = '42501';
end $$;
create trigger audit_log_append_only before update or delete on audit_log for each row execute function refuse_audit_change();
create trigger audit_log_no_truncate before truncate on audit_log execute function refuse_audit_change();

-- People belong to nobody but themselves; programs act as service users, each of one organization.
create table users (
  id uuid primary key,
  kind text not null default 'person',
  -- Of a service user: the organization that it belongs to. A person belongs to none.
  org_id uuid,
  email text,
  -- When somebody opened a link that was really mailed to the address, or an operator vouched for it.
  email_proven_at timestamptz,
  display_name text not null,
  password_hash text,
  is_operator boolean not null default false,
  created_at timestamptz not null,
  disabled_at timestamptz,
  constraint users_kind check (
    (kind = 'person' and email is not null and org_id is null)
    or (kind = 'service' and email is null and password_hash is null and not is_operator and org_id is not null)
  )
);
create unique index users_email on users (lower(email));

-- Sign-ins that failed in a row, known and unknown addresses alike, so that the slow-down does not tell which of them exist. A
-- success removes the row; old rows go with later failures.
create table sign_in_attempts (
  -- The keyed hash of what is counted: a caller's network, an account from one network, an account over all networks, an account
  -- on one device.
  email_hash bytea primary key,
  failed_in_a_row integer not null,
  blocked_until timestamptz,
  last_at timestamptz not null
);
create index sign_in_attempts_by_age on sign_in_attempts (last_at);

-- From where an account was signed in to: a stranger's failures elsewhere do not make it wait there. Both are keyed hashes.
create table sign_in_places (
  account_hash bytea not null,
  network_hash bytea not null,
  last_at timestamptz not null,
  primary key (account_hash, network_hash)
);
create index sign_in_places_by_age on sign_in_places (last_at);

create table organizations (
  id uuid primary key,
  name text not null,
  created_at timestamptz not null,
  -- Suspended by its operator: sending and recharging stop, reading goes on. Null while it is not.
  suspended_at timestamptz
);

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

-- The months in which an organization's messages reached what enterprise pricing begins at (spec 8.14).
create table enterprise_eligibilities (
  org_id uuid not null,
  channel text not null,
  month date not null,
  reached_at timestamptz not null,
  primary key (org_id, channel, month)
);

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
-- The clean-up of what ended long ago.
create index sessions_by_end on sessions (expires_at);

create table invitations (
  org_id uuid not null,
  id uuid not null,
  email text not null,
  role_name text,
  role_id uuid,
  -- Whose permissions bound the role, also when it is accepted.
  invited_by uuid not null,
  -- Invited by an operator of the installation, who need not be a member: the owner of a new organization.
  by_operator boolean not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  accepted_by uuid,
  revoked_at timestamptz,
  -- When the mail is to be tried next; null when there is nothing to send.
  mail_due_at timestamptz,
  mail_attempts integer not null default 0,
  primary key (org_id, id),
  check (num_nonnulls(role_name, role_id) = 1),
  check (num_nonnulls(accepted_at, revoked_at) <= 1),
  check ((accepted_at is null) = (accepted_by is null))
);
-- An address has one open invitation of an organization: the next one replaces it.
create unique index invitations_open on invitations (org_id, lower(email)) where accepted_at is null and revoked_at is null;
create index invitations_unsent on invitations (org_id, mail_due_at) where mail_due_at is not null;

-- Only the SHA-256 of a link's token is kept; it leads to the organization, which leads to everything else. A link that went to a
-- sandbox is another than the one that was really mailed: only the second proves the address.
create table invitation_links (
  hash bytea primary key,
  org_id uuid not null,
  invitation_id uuid not null,
  is_real boolean not null,
  -- The keyed hash of the address, for the limit of mails that one address gets from everybody together.
  address_hash bytea not null,
  mailed_at timestamptz not null
);
create index invitation_links_by_address on invitation_links (address_hash, mailed_at);
create index invitation_links_by_age on invitation_links (mailed_at);
