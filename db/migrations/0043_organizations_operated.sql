-- What an operator says of an organization: why it is suspended, and whether it is given enterprise pricing.
alter table organizations add column suspension_reason text;

-- The last decision; those before it stand in the audit log.
create table enterprise_decisions (
  org_id uuid not null,
  decision text not null,
  note text,
  decided_by uuid not null,
  decided_at timestamptz not null,
  primary key (org_id),
  check (decision in ('granted', 'declined'))
);
