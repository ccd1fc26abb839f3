-- Up Migration
-- People belong to nobody but themselves: an organization invites an address, programs act as service users, and whose address was
-- proven by mail is known. Failed sign-ins are counted by caller as well as by account.

alter table users
  alter column email drop not null,
  add column kind text not null default 'person',
  -- Of a service user: the organization that it belongs to. A person belongs to none.
  add column org_id uuid,
  -- When somebody opened a link that was really mailed to the address, or an operator vouched for it.
  add column email_proven_at timestamptz,
  add constraint users_kind check (
    (kind = 'person' and email is not null and org_id is null)
    or (kind = 'service' and email is null and password_hash is null and not is_operator and org_id is not null)
  );

-- Operators were made by the first start or on the command line, where the operator vouches for the address. Of all others nobody
-- knows: whoever added them may have set their password.
update users set email_proven_at = created_at where is_operator;

-- Who runs the installation is told to nobody else, in old events neither.
update events set payload = payload - 'is_operator' where type in ('user.added', 'user.updated') and payload ? 'is_operator';

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

-- From here on sign_in_attempts counts by a keyed hash of what is counted: a caller's network, an account from one network, an
-- account over all networks, an account on one device. What was counted by the plain hash of an address is forgotten.
delete from sign_in_attempts;
comment on column sign_in_attempts.email_hash is 'keyed hash of what is counted: server/identity/rules.ts';

-- From where an account was signed in to: a stranger's failures elsewhere do not make it wait there. Both are keyed hashes.
create table sign_in_places (
  account_hash bytea not null,
  network_hash bytea not null,
  last_at timestamptz not null,
  primary key (account_hash, network_hash)
);
create index sign_in_places_by_age on sign_in_places (last_at);
