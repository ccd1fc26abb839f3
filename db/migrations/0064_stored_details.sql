-- Why a delivery or a reaction failed, a template was rejected or an address is suppressed is stored as codes with
-- their parameters, beside the English text: the text of every language is made when it is read. Nullable columns
-- without a default: the tables are not rewritten, and an older program goes on without them.
alter table deliveries add column error_details jsonb;
alter table reactions add column error_details jsonb;
alter table template_versions add column reason_details jsonb;
alter table suppressions add column details jsonb;
