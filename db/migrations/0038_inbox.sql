-- What an inbox asks of a conversation: whether something in it is unread, and when and on which channel its contact wrote last. Kept by
-- what comes in and by reading, never by sending.
alter table conversations add column is_unread boolean not null default false;
alter table conversations add column last_inbound_at timestamptz;
alter table conversations add column last_inbound_channel text;

-- What is unread of a conversation: of what contacts wrote alone, so that nothing is written to it by sending.
create index messages_unread on messages (org_id, conversation_id, id) where direction = 'inbound' and read_at is null;

update conversations c
   set is_unread = s.is_unread, last_inbound_at = s.last_at, last_inbound_channel = s.channel
  from (select m.org_id, coalesce(g.into_id, m.conversation_id) as conversation_id, bool_or(m.read_at is null) as is_unread,
               max(m.created_at) as last_at, (array_agg(m.channel order by m.created_at desc, m.id desc))[1] as channel
          from messages m left join merges g on g.org_id = m.org_id and g.from_id = m.conversation_id
         where m.direction = 'inbound' group by 1, 2) s
 where c.org_id = s.org_id and c.id = s.conversation_id;

-- The order of an inbox, archived or not, of one user and of everybody's: a range of one index for each filter, also together with the
-- archive. Those by activity alone go: a message that is sent is written to as many indexes as before.
drop index conversations_by_activity;
drop index conversations_of_all_by_activity;
create index conversations_inbox on conversations
  (org_id, user_id, num_nonnulls(archived_at), coalesce(last_active_at, created_at) desc, id desc);
create index conversations_of_all_inbox on conversations
  (org_id, num_nonnulls(archived_at), coalesce(last_active_at, created_at) desc, id desc);
create index conversations_inbox_unread on conversations
  (org_id, user_id, num_nonnulls(archived_at), coalesce(last_active_at, created_at) desc, id desc) where is_unread;
create index conversations_of_all_inbox_unread on conversations
  (org_id, num_nonnulls(archived_at), coalesce(last_active_at, created_at) desc, id desc) where is_unread;
create index conversations_inbox_pinned on conversations
  (org_id, user_id, num_nonnulls(archived_at), coalesce(last_active_at, created_at) desc, id desc) where is_pinned;
create index conversations_of_all_inbox_pinned on conversations
  (org_id, num_nonnulls(archived_at), coalesce(last_active_at, created_at) desc, id desc) where is_pinned;
create index conversations_inbox_muted on conversations
  (org_id, user_id, num_nonnulls(archived_at), coalesce(last_active_at, created_at) desc, id desc) where is_muted;
create index conversations_of_all_inbox_muted on conversations
  (org_id, num_nonnulls(archived_at), coalesce(last_active_at, created_at) desc, id desc) where is_muted;
create index conversations_inbox_groups on conversations
  (org_id, user_id, num_nonnulls(archived_at), coalesce(last_active_at, created_at) desc, id desc) where group_id is not null;
create index conversations_of_all_inbox_groups on conversations
  (org_id, num_nonnulls(archived_at), coalesce(last_active_at, created_at) desc, id desc) where group_id is not null;
-- By channel of what is unread alone: else each message that is sent to somebody who ever wrote would be written to both.
create index conversations_inbox_channel on conversations
  (org_id, user_id, last_inbound_channel, num_nonnulls(archived_at), coalesce(last_active_at, created_at) desc, id desc)
  where is_unread;
create index conversations_of_all_inbox_channel on conversations
  (org_id, last_inbound_channel, num_nonnulls(archived_at), coalesce(last_active_at, created_at) desc, id desc)
  where is_unread;
