-- A contact's mail program or a gateway may use one message id for several messages, so the id alone does not tell a
-- repetition: a hash of writer and content stands beside it. Null where the provider's id is unique, and of messages
-- stored before this column.
alter table messages add column content_hash bytea;
create unique index messages_by_provider_message on messages (org_id, channel, provider_id, content_hash)
  nulls not distinct where provider_id is not null;
drop index messages_by_provider_id;
-- The same of deleted messages; empty where only the id is known. An older program that runs at the same time goes on
-- inserting and reading rows by the id's hash.
alter table deleted_inbound add column content_hash bytea not null default '';
alter table deleted_inbound drop constraint deleted_inbound_pkey;
alter table deleted_inbound add primary key (org_id, channel, name_hash, content_hash);
