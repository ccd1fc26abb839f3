-- Forms: pages that anybody may fill in. Their submissions become contacts, consents and conversations.
create table forms (
  org_id uuid not null,
  id uuid not null,
  name text not null,
  slug text not null,
  status text not null,
  -- The fields and settings as they are edited. json, not jsonb: in the order in which they were written.
  definition json not null,
  -- The version that was published last; 0 before the first.
  version integer not null default 0,
  -- True when the definition or the name differs from what was published last.
  is_changed boolean not null default true,
  published_at timestamptz,
  -- By an operator of the installation. The page and its submissions stop; the organization still reads it.
  suspended_at timestamptz,
  suspension_reason text,
  created_by uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- It is gone for everybody; its submissions follow in pieces.
  deleted_at timestamptz,
  primary key (org_id, id),
  check (status in ('draft', 'published', 'unpublished')),
  check ((status = 'draft') = (version = 0)),
  check ((suspended_at is null) = (suspension_reason is null))
);
create index forms_deleted on forms (org_id, id) where deleted_at is not null;

-- What was published. A submission names the version that it answers.
create table form_versions (
  org_id uuid not null,
  form_id uuid not null,
  version integer not null,
  name text not null,
  definition json not null,
  published_by uuid not null,
  published_at timestamptz not null,
  primary key (org_id, form_id, version),
  foreign key (org_id, form_id) references forms (org_id, id),
  check (version >= 1)
);

-- Which form an address of the installation leads to. A row stays when its form is deleted: a link that was shared never leads to the
-- form of another organization.
create table form_slugs (
  slug text primary key,
  org_id uuid not null,
  form_id uuid not null,
  created_at timestamptz not null
);
create index form_slugs_of_forms on form_slugs (org_id, form_id);

create table form_submissions (
  org_id uuid not null,
  id uuid not null,
  form_id uuid not null,
  version integer not null,
  -- Of the page that was shown: the same page submitted twice is one submission.
  nonce bytea not null,
  language text not null,
  -- Key -> answer.
  answers jsonb not null,
  -- The fields that were shown.
  shown_keys text[] not null default '{}',
  -- Where the visitor came from: a UTM source, the host of the referring site, or the embedding site.
  source text not null default '',
  state text not null default 'stored',
  contact_id uuid,
  -- The sentence that was agreed to, and its channels.
  consent jsonb,
  -- The link of the confirmation mail was opened.
  confirmed_at timestamptz,
  conversation_id uuid,
  message_id uuid,
  -- Attempts to process it, and why the last one failed.
  tries integer not null default 0,
  error_code text,
  submitted_at timestamptz not null,
  processed_at timestamptz,
  primary key (org_id, id),
  foreign key (org_id, form_id) references forms (org_id, id),
  check (state in ('stored', 'processing', 'done', 'spam', 'failed'))
);
create unique index form_submissions_nonces on form_submissions (org_id, nonce);
create index form_submissions_of_forms on form_submissions (org_id, form_id, id);
create index form_submissions_of_contacts on form_submissions (org_id, contact_id) where contact_id is not null;
create index form_submissions_unprocessed on form_submissions (org_id, id) where state in ('stored', 'processing');

-- Uploads. Without a submission until the form is submitted; then deleted if that never happens.
create table form_files (
  org_id uuid not null,
  id uuid not null,
  form_id uuid not null,
  submission_id uuid,
  field_key text not null,
  filename text not null,
  content_type text not null,
  size bigint not null,
  sha256 bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  primary key (org_id, id),
  foreign key (org_id, form_id) references forms (org_id, id),
  check (size >= 0),
  check ((submission_id is null) = (expires_at is not null))
);
create index form_files_of_submissions on form_files (org_id, submission_id) where submission_id is not null;
create index form_files_expiring on form_files (org_id, expires_at) where expires_at is not null;
create index form_files_of_forms on form_files (org_id, form_id);

-- How many submissions a form has: one row a form, changed in the transaction that stores them.
create table form_counts (
  org_id uuid not null,
  form_id uuid not null,
  submissions bigint not null default 0,
  last_submitted_at timestamptz,
  primary key (org_id, form_id),
  check (submissions >= 0)
) with (fillfactor = 50);

-- What happened on a day of India.
create table form_days (
  org_id uuid not null,
  form_id uuid not null,
  day date not null,
  version integer not null,
  views bigint not null default 0,
  starts bigint not null default 0,
  submissions bigint not null default 0,
  primary key (org_id, form_id, day, version)
) with (fillfactor = 50);

create table form_sources (
  org_id uuid not null,
  form_id uuid not null,
  day date not null,
  -- 'other' after the first hundred of a day.
  source text not null,
  count bigint not null default 0,
  primary key (org_id, form_id, day, source)
) with (fillfactor = 50);

-- One automatic reply per address, form and day. The address is a keyed hash.
create table form_auto_replies (
  org_id uuid not null,
  form_id uuid not null,
  day date not null,
  address_hash bytea not null,
  submission_id uuid not null,
  primary key (org_id, form_id, day, address_hash)
);
create index form_auto_replies_by_day on form_auto_replies (org_id, day);

-- Confirmation links of double opt-in: only the SHA-256 of a link's token, which itself names the organization.
create table form_confirmations (
  org_id uuid not null,
  hash bytea not null,
  form_id uuid not null,
  submission_id uuid not null,
  -- For the limit of mails that one address gets.
  address_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (org_id, hash)
);
create index form_confirmations_of_submissions on form_confirmations (org_id, submission_id);
create index form_confirmations_by_address on form_confirmations (org_id, address_hash, created_at);
create index form_confirmations_expiring on form_confirmations (org_id, expires_at);

-- The permissions of forms (spec 22.3), as those of campaigns were added. Tokens with every permission of an owner, such as the first
-- access token, keep every permission. So do custom roles that may manage contacts and read conversations. The built-in roles have theirs
-- without a migration, and a token never has more than its user.
update tokens set permissions = permissions || array['forms.view', 'forms.manage', 'submissions.view']
 where permissions @> array['balance.view', 'wallet.recharge', 'invoices.download', 'usage.view', 'billing.manage', 'organization.view',
   'organization.manage', 'users.view', 'users.manage', 'roles.manage', 'tokens.manage', 'channels.view', 'channels.manage',
   'templates.view', 'templates.manage', 'contacts.view', 'contacts.manage', 'groups.view', 'groups.manage', 'campaigns.view',
   'campaigns.manage', 'campaigns.send', 'conversations.view', 'conversations.manage', 'conversations.view_all', 'conversations.assign',
   'messages.view', 'messages.send', 'messages.manage', 'sandbox.use', 'webhooks.manage', 'audit.view']
   and not permissions && array['forms.view', 'forms.manage', 'submissions.view'];
update roles set permissions = permissions || array['forms.view', 'forms.manage', 'submissions.view']
 where permissions @> array['contacts.manage', 'conversations.view']
   and not permissions && array['forms.view', 'forms.manage', 'submissions.view'];
