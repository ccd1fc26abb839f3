-- A session lives as long as it is used, up to a most; its person sees where it is, and ends it from another.
alter table sessions
  add column last_used_at timestamptz not null default now(),
  -- When its person last proved who they are: some things ask for that anew.
  add column authenticated_at timestamptz not null default 'epoch',
  add column address text,
  add column browser text,
  add column system text;
