-- What a contact wrote and a user deleted: its provider may bring it again for days, and it must not come back. Only a hash of the
-- provider's name of it, which tells nobody who wrote, and when it was deleted: after a while the row goes too.
create table deleted_inbound (
  org_id uuid not null,
  channel text not null,
  name_hash bytea not null,
  deleted_at timestamptz not null,
  primary key (org_id, channel, name_hash)
);
create index deleted_inbound_by_time on deleted_inbound (org_id, deleted_at);
