-- Segments: saved filters of contacts, evaluated whenever they are used.
create table segments (
  org_id uuid not null,
  id uuid not null,
  name text not null,
  -- As the API shows it; json keeps the order of the fields.
  filter json not null,
  created_by uuid not null,
  created_at timestamptz not null,
  primary key (org_id, id)
);
-- The contact lists that a filter refers to: such a list is not deleted.
create table segment_lists (
  org_id uuid not null,
  segment_id uuid not null,
  list_id uuid not null,
  primary key (org_id, segment_id, list_id),
  foreign key (org_id, segment_id) references segments(org_id, id),
  foreign key (org_id, list_id) references lists(org_id, id)
);
create index segment_lists_by_list on segment_lists (org_id, list_id, segment_id);
-- Of an organization, who gave their consent on a channel: a segment reads these and no other entries of the log.
create index consents_granted on consents (org_id, channel, contact_id) where status = 'granted' and scope = 'all';
