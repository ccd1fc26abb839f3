-- Domains that organizations send from, and the keys that sign their mail (DKIM). Whose a domain is, says sender_domain_owners alone:
-- one organization of the whole installation, since it was proven by a record that only the domain's holder can set.
create table sender_domains (
  org_id uuid not null,
  id uuid not null,
  name text not null,
  proof text not null,
  -- What the records were found to be, by their names, when they were last looked at.
  found jsonb,
  checked_at timestamptz,
  created_at timestamptz not null,
  primary key (org_id, id)
);
create unique index sender_domains_by_name on sender_domains (org_id, name);

create table sender_domain_keys (
  org_id uuid not null,
  domain_id uuid not null,
  selector text not null,
  public_key text not null,
  private_key bytea not null,
  -- Since when its record is in the DNS: from then on it may sign.
  seen_at timestamptz,
  created_at timestamptz not null,
  primary key (org_id, domain_id, selector)
);

create table sender_domain_owners (
  name text primary key,
  org_id uuid not null,
  domain_id uuid not null,
  proof text not null,
  proven_at timestamptz not null
);
