-- What the plans of forms cost (spec 23.10), in versions like price lists: published once, in force from an instant, never edited.
-- org_id is null for the default and names the organization of a contract.
create table plan_lists (
  id uuid primary key,
  org_id uuid,
  name text not null,
  effective_from timestamptz not null,
  -- A month of premium, before tax: whole paise.
  premium_micros bigint not null,
  -- Of GST; IGST, or CGST and SGST of half each.
  tax_percent integer not null,
  published_at timestamptz not null,
  constraint plan_lists_premium check (premium_micros > 0 and premium_micros % 10000 = 0),
  constraint plan_lists_tax check (tax_percent between 1 and 99)
);
create index plan_lists_by_organization on plan_lists (org_id, effective_from desc);
create trigger plan_lists_append_only before update or delete on plan_lists for each row execute function refuse_rewriting();
create trigger plan_lists_no_truncate before truncate on plan_lists execute function refuse_rewriting();

-- The first default list: the specification's price.
insert into plan_lists (id, org_id, name, effective_from, premium_micros, tax_percent, published_at) values
  ('00000000-0000-7000-8000-000000000002', null, 'Public plans', '2020-01-01T00:00:00Z', 499000000, 18, '2020-01-01T00:00:00Z');
