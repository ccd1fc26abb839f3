-- Up Migration
-- Who may see all conversations lists them as fast as one's own (decisions §3): newest first by the primary key, and by these.
create index conversations_of_all_by_activity on conversations (org_id, coalesce(last_active_at, created_at) desc, id desc);
create index conversations_of_all_pinned on conversations (org_id, id desc) where is_pinned;
create index conversations_of_all_muted on conversations (org_id, id desc) where is_muted;
create index conversations_of_all_archived on conversations (org_id, id desc) where archived_at is not null;
-- With the id, the pages of one group's conversations too; its beginning is what the old one was.
create index conversations_of_all_by_group on conversations (org_id, group_id, id desc) where group_id is not null;
drop index conversations_by_group;

-- Nobody's conversations are lost. Those of people who left, or whose role no longer lets them see conversations, go to the contact's
-- owner or the group's creator where that is a member who sees them, else to the owner of the organization, else to whoever sees them.
-- The program does the same from now on when somebody leaves: server/conversations/hand-over.ts.
create temporary table readers on commit drop as
  select m.org_id, m.user_id, m.role_name, m.created_at
    from memberships m left join roles r on r.org_id = m.org_id and r.id = m.role_id
   where m.role_name in ('owner', 'admin', 'agent', 'viewer') or 'conversations.view' = any (r.permissions);
create unique index on readers (org_id, user_id);
analyze readers;

create temporary table handed_over on commit drop as
  select c.org_id, c.id, coalesce(c.contact_id, c.group_id) as counterpart_id, coalesce(owner.user_id, creator.user_id, first.user_id) as heir_id
    from conversations c
    left join contacts t on t.org_id = c.org_id and t.id = c.contact_id
    left join readers owner on owner.org_id = t.org_id and owner.user_id = t.owner_id
    left join groups g on g.org_id = c.org_id and g.id = c.group_id
    left join readers creator on creator.org_id = g.org_id and creator.user_id = g.created_by
    left join (select distinct on (org_id) org_id, user_id from readers
                order by org_id, (role_name is not distinct from 'owner') desc, created_at, user_id) first on first.org_id = c.org_id
   where not exists (select 1 from readers r where r.org_id = c.org_id and r.user_id = c.user_id);
-- An organization in which nobody sees conversations has nobody to give them to; `samvad doctor` names it.
delete from handed_over where heir_id is null;

-- Where the heir has one with the contact or group already, or gets several, they become one.
create temporary table merged on commit drop as
  select h.org_id, h.id as from_id, coalesce(own.id, h.first_id) as into_id
    from (select h.*, first_value(h.id) over (partition by h.org_id, h.heir_id, h.counterpart_id order by h.id) as first_id from handed_over h) h
    left join conversations own
      on own.org_id = h.org_id and own.user_id = h.heir_id and coalesce(own.contact_id, own.group_id) = h.counterpart_id
   where own.id is not null or h.id <> h.first_id;

update deliveries d set conversation_id = x.into_id
  from merged x join messages m on m.org_id = x.org_id and m.conversation_id = x.from_id
 where d.org_id = m.org_id and d.message_id = m.id;
update messages m set conversation_id = x.into_id from merged x where m.org_id = x.org_id and m.conversation_id = x.from_id;
update conversations c
   set pinned_message_id = coalesce(c.pinned_message_id, s.pinned_message_id), is_pinned = c.is_pinned or s.is_pinned,
       last_active_at = greatest(c.last_active_at, s.last_active_at),
       archived_at = case when s.all_archived then c.archived_at end
  from (select x.org_id, x.into_id, (array_agg(o.pinned_message_id order by o.id) filter (where o.pinned_message_id is not null))[1] as pinned_message_id,
               bool_or(o.is_pinned) as is_pinned, max(o.last_active_at) as last_active_at, bool_and(o.archived_at is not null) as all_archived
          from merged x join conversations o on o.org_id = x.org_id and o.id = x.from_id group by x.org_id, x.into_id) s
 where c.org_id = s.org_id and c.id = s.into_id;
delete from conversations c using merged x where c.org_id = x.org_id and c.id = x.from_id;
-- Opened and muted by who left: neither says anything of the one who has it now.
update conversations c set user_id = h.heir_id, last_opened_at = null, is_muted = false
  from handed_over h where c.org_id = h.org_id and c.id = h.id;

-- The contacts of people who left are the organization's owner's: who writes for the first time is answered by somebody who is there.
update contacts t set owner_id = o.user_id
  from (select distinct on (org_id) org_id, user_id from memberships where role_name = 'owner' order by org_id, created_at, user_id) o
 where o.org_id = t.org_id and not exists (select 1 from memberships m where m.org_id = t.org_id and m.user_id = t.owner_id);
