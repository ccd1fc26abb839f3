-- What the days of a form consist of: devices, campaigns, time to finish, and how far visitors came. Counts alone, no row of a visitor.
create table form_details (
  org_id uuid not null,
  form_id uuid not null,
  day date not null,
  version integer not null,
  dimension text not null,
  value text not null,
  views bigint not null default 0,
  starts bigint not null default 0,
  submissions bigint not null default 0,
  -- Of pages and fields: visits that began on this day, came here last and went no further. Whoever goes on is taken off again.
  stops bigint not null default 0,
  primary key (org_id, form_id, day, version, dimension, value),
  check (dimension in ('device', 'duration', 'utm_source', 'utm_medium', 'utm_campaign', 'referrer', 'page', 'field'))
) with (fillfactor = 50);

-- The rows of form_details that a submission is counted in, as dimension=value: what takes it off when it is marked as spam.
alter table form_submissions add column counted_as text[] not null default '{}';
