-- What was deleted and held too much to go in one transaction: gone for everybody from the commit of this row on, and removed in
-- pieces by a job. The row goes with the last piece.
create table deletions (
  org_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('conversation', 'contact')),
  created_at timestamptz not null,
  primary key (org_id, id)
);
