-- Which table is of which kind. Every table stands here: `samvad doctor` names one that does not (X4).
-- Applied again at every migration, so that it always is what this file says; db/citus.sql distributes the tables by it.
--
--   by organization  a tenant's rows, with the organization in `key_column`; distributed by it, so that what a transaction of one
--                    organization touches lies on one machine. A write to another kind would make it one of several machines.
--   everywhere       small, read beside tenants' rows, or unique across organizations: what leads from a value to its organization.
--                    A copy on every machine; written seldom, as every machine takes part.
--   here             of the installation, and read and written by itself alone.

create or replace view table_kinds as select * from (values
  ('organizations', 'by organization', 'id'),
  ('roles', 'by organization', 'org_id'),
  ('memberships', 'by organization', 'org_id'),
  ('enterprise_eligibilities', 'by organization', 'org_id'),
  ('tokens', 'by organization', 'org_id'),
  ('invitations', 'by organization', 'org_id'),
  ('idempotency_keys', 'by organization', 'org_id'),
  ('events', 'by organization', 'org_id'),
  ('event_subscriptions', 'by organization', 'org_id'),
  ('due_work', 'by organization', 'org_id'),
  ('deletions', 'by organization', 'org_id'),
  ('leavings', 'by organization', 'org_id'),
  ('merges', 'by organization', 'org_id'),
  ('audit_log', 'by organization', 'org_id'),
  ('audit_heads', 'by organization', 'org_id'),
  ('contacts', 'by organization', 'org_id'),
  ('consents', 'by organization', 'org_id'),
  ('suppressions', 'by organization', 'org_id'),
  ('arrivals', 'by organization', 'org_id'),
  ('groups', 'by organization', 'org_id'),
  ('group_members', 'by organization', 'org_id'),
  ('wallets', 'by organization', 'org_id'),
  ('transactions', 'by organization', 'org_id'),
  ('transfers', 'by organization', 'org_id'),
  ('month_counters', 'by organization', 'org_id'),
  ('daily_usage', 'by organization', 'org_id'),
  ('conversations', 'by organization', 'org_id'),
  ('messages', 'by organization', 'org_id'),
  ('deleted_inbound', 'by organization', 'org_id'),
  ('reactions', 'by organization', 'org_id'),
  ('deliveries', 'by organization', 'org_id'),
  ('rerates', 'by organization', 'org_id'),
  ('recharges', 'by organization', 'org_id'),
  ('uncredited_payments', 'by organization', 'org_id'),
  ('auto_recharges', 'by organization', 'org_id'),
  ('auto_recharge_attempts', 'by organization', 'org_id'),
  ('mandates', 'by organization', 'org_id'),
  ('refunds', 'by organization', 'org_id'),
  ('billing_profiles', 'by organization', 'org_id'),
  ('invoices', 'by organization', 'org_id'),
  ('channel_accounts', 'by organization', 'org_id'),
  ('sandbox_messages', 'by organization', 'org_id'),
  ('sandbox_settings', 'by organization', 'org_id'),
  ('sandbox_gateway_orders', 'by organization', 'org_id'),
  ('sandbox_gateway_payments', 'by organization', 'org_id'),
  ('sandbox_gateway_mandates', 'by organization', 'org_id'),
  ('sandbox_gateway_debits', 'by organization', 'org_id'),
  ('sandbox_gateway_refunds', 'by organization', 'org_id'),
  ('users', 'everywhere', null),
  ('sessions', 'everywhere', null),
  ('token_hashes', 'everywhere', null),
  ('invitation_links', 'everywhere', null),
  ('price_lists', 'everywhere', null),
  ('gateway_accounts', 'everywhere', null),
  ('gateway_payments', 'everywhere', null),
  ('gateway_references', 'everywhere', null),
  ('invoice_series', 'everywhere', null),
  ('invoice_numbers', 'everywhere', null),
  ('installation', 'here', null),
  ('sign_in_attempts', 'here', null),
  ('sign_in_places', 'here', null),
  ('schema_migrations', 'here', null)) as kinds (table_name, kind, key_column);

-- What is distributed, as table_kinds says it: nothing, unless db/citus.sql says otherwise.
create or replace view distributed_tables (table_name, kind, key_column) as
  select null::text, null::text, null::text where false;
