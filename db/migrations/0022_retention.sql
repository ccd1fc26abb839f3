-- Up Migration
-- What is kept goes: with time, and with the thing that it shows (decisions §2, §6).

-- The objects that a kept answer shows. When one of them is deleted the body goes, and a replay says that it is gone.
alter table idempotency_keys add column object_ids uuid[] not null default '{}';
alter table idempotency_keys add column is_gone boolean not null default false;
create index idempotency_keys_by_object on idempotency_keys using gin (object_ids);
-- Of those that are kept already, by the ids in their text: a TypeID is 26 letters of five bits, the first two bits are padding.
create function pg_temp.uuid_of(letters text) returns uuid language sql as $$
  select string_agg(to_hex(substr(bits, 4 * digit - 1, 4)::bit(4)::int), '' order by digit)::uuid
    from (select string_agg((strpos('0123456789abcdefghjkmnpqrstvwxyz', letter) - 1)::bit(5)::text, '' order by place) as bits
            from regexp_split_to_table(letters, '') with ordinality as given (letter, place)) as read,
         generate_series(1, 32) as digit
$$;
update idempotency_keys set object_ids = array(
  select pg_temp.uuid_of(found[1])
    from regexp_matches(body, '"(?:id|conversation_id)": ?"[a-z]+_([0-7][0-9a-hjkmnp-tv-z]{25})"', 'g') as found)
 where body is not null;

-- What a mail in the sandbox came from, so that it goes with it. Null for what is no delivery's.
alter table sandbox_messages add column message_id uuid;
alter table sandbox_messages add column conversation_id uuid;
alter table sandbox_messages add column contact_id uuid;
create index sandbox_messages_by_message on sandbox_messages (org_id, message_id);
create index sandbox_messages_by_conversation on sandbox_messages (org_id, conversation_id);
create index sandbox_messages_by_contact on sandbox_messages (org_id, contact_id);

-- The provider's name of a message that a contact wrote: for mail its Message-ID, to which answers refer.
alter table messages add column provider_id text;

-- For the earlier mails to one contact, and for the deletion of a contact that is in groups.
create index deliveries_by_message_and_contact on deliveries (org_id, message_id, contact_id);
drop index deliveries_by_message;

-- An account that was removed leaves its row, without its settings: the sandbox does not come back (decisions §7).
alter table channel_accounts add column removed_at timestamptz;

-- The clean-up of what ended long ago.
create index sessions_by_end on sessions (expires_at);
