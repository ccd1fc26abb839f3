-- Channels of organizations whose own account takes nothing: since when, and when that was told.
create table channel_outages (
  org_id uuid not null,
  channel text not null,
  since timestamptz not null,
  told_at timestamptz,
  primary key (org_id, channel)
);
