-- Domains of organizations that serve their forms. form_domain_owners holds the verified owner of each name, one per installation.
create table form_domains (
  org_id uuid not null,
  id uuid not null,
  -- As the DNS has it: ASCII, in small letters.
  name text not null,
  proof text not null,
  -- The form that opens at the address without a path.
  form_id uuid,
  -- What the last check found of the TXT record.
  record_state text not null default 'unchecked',
  checked_at timestamptz,
  -- Set while the domain is verified: when the record is checked next.
  check_due_at timestamptz,
  verified_at timestamptz,
  -- Since when a verified domain lacks its record.
  missing_since timestamptz,
  created_at timestamptz not null,
  primary key (org_id, id),
  unique (org_id, name),
  check (record_state in ('unchecked', 'found', 'missing', 'wrong')),
  check ((verified_at is null) = (check_due_at is null)),
  check (missing_since is null or verified_at is not null)
);
create index form_domains_due on form_domains (org_id, check_due_at) where check_due_at is not null;

create table form_domain_owners (
  name text primary key,
  org_id uuid not null,
  domain_id uuid not null,
  proof text not null,
  proven_at timestamptz not null
);
create unique index form_domain_owners_of_domains on form_domain_owners (org_id, domain_id);

-- The domain under which a form has its address. Null: under PUBLIC_URL.
alter table forms add column domain_id uuid;
create index forms_of_domains on forms (org_id, domain_id) where domain_id is not null;

-- The permission of form domains (spec 23.40): tokens with every permission of an owner, such as the first access token, keep every
-- permission, and so do custom roles that manage both forms and channels. The built-in roles have it without a migration.
update tokens set permissions = permissions || array['domains.manage']
 where permissions @> array['balance.view', 'wallet.recharge', 'invoices.download', 'usage.view', 'billing.manage', 'organization.view',
   'organization.manage', 'users.view', 'users.manage', 'roles.manage', 'tokens.manage', 'channels.view', 'channels.manage',
   'templates.view', 'templates.manage', 'contacts.view', 'contacts.manage', 'groups.view', 'groups.manage', 'campaigns.view',
   'campaigns.manage', 'campaigns.send', 'forms.view', 'forms.manage', 'submissions.view', 'conversations.view',
   'conversations.manage', 'conversations.view_all', 'conversations.assign', 'messages.view', 'messages.send', 'messages.manage',
   'sandbox.use', 'webhooks.manage', 'audit.view']
   and not permissions @> array['domains.manage'];
update roles set permissions = permissions || array['domains.manage']
 where permissions @> array['forms.manage', 'channels.manage'] and not permissions @> array['domains.manage'];
