-- The look of the doctor that operators ask for over the API, and what the last one found: one row.
create table doctor_looks (
  id integer not null default 1,
  asked_at timestamptz,
  -- Null while none is asked for.
  due_at timestamptz,
  -- Of the worker that looks; who finds it past looks anew.
  lease_until timestamptz,
  lease uuid,
  started_at timestamptz,
  -- Of the last look that came to an end.
  began_at timestamptz,
  ended_at timestamptz,
  findings jsonb,
  -- Why the last one came to none.
  error text,
  primary key (id),
  check (id = 1)
);
insert into doctor_looks default values;
