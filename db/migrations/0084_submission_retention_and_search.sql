-- How long a form keeps its submissions, in days. Null: until somebody deletes them.
alter table forms add column submissions_kept_days integer
  constraint forms_submissions_kept_days check (submissions_kept_days between 1 and 3650);
create index forms_with_retention on forms (org_id, id) where submissions_kept_days is not null;

-- Submissions are found by their words, as messages are.
alter table search_changes drop constraint search_changes_kind_check;
alter table search_changes add constraint search_changes_kind_check
  check (kind in ('message', 'contact', 'group', 'conversation', 'submission'));
alter table search_heads drop constraint search_heads_kind_check;
alter table search_heads add constraint search_heads_kind_check
  check (kind in ('message', 'contact', 'group', 'submission'));
insert into search_heads (org_id, kind) select distinct org_id, 'submission' from search_heads;
-- Those that are there already, noted as of no time: they go to the lower buckets.
insert into search_changes (org_id, id, kind, noted_at)
  select org_id, id, 'submission', to_timestamp(0) from form_submissions where processed_at is not null
  on conflict do nothing;
