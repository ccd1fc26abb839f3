-- An export of contacts is withdrawn when a contact that may be in it is deleted.
alter table exports drop constraint exports_status_check;
alter table exports add check (status in ('queued', 'running', 'completed', 'failed', 'cancelled', 'withdrawn'));
alter table exports drop constraint exports_ended;
alter table exports add constraint exports_ended
  check ((status in ('completed', 'failed', 'cancelled', 'withdrawn')) = (ended_at is not null));

-- Exports from before this rule may hold contacts that were deleted since; nobody can say which. Their links end now.
update exports set expires_at = now() where kind = 'contacts' and status = 'completed' and expires_at > now();
update due_work w set due_at = now()
 where w.kind = 'export' and w.due_at > now()
   and exists (select from exports e where e.org_id = w.org_id and e.kind = 'contacts');

-- The addresses in a row of an imported file that failed, as rules.ts of imports spells them: by them the row is deleted
-- with its contact.
alter table import_faults add column addresses text[] not null default '{}';
update import_faults f set addresses = array(
  select distinct spelled from unnest(f.cells) as c (cell) cross join lateral (
    select case when position('@' in cell) > 0 then lower(btrim(cell))
                else right(regexp_replace(cell, '[^0-9]', '', 'g'), 10) end as spelled) as s
   where length(cell) <= 320 and (position('@' in cell) > 0 or length(spelled) >= 7));
create index import_faults_addresses on import_faults using gin (addresses);
