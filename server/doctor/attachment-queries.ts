// F1 to F3: invariants of attachments, exports and originals in the database; `samvad doctor` also checks that their
// files are in the store.

import type { Invariant } from './invariants.ts'

export const attachmentInvariants: readonly Invariant[] = [
  {
    id: 'F1',
    sql: `
      select a.org_id, a.id as attachment_id, 'of a message that does not know of it' as fault
        from attachments a left join messages m on m.org_id = a.org_id and m.id = a.message_id
       where a.message_id is not null and m.has_attachments is distinct from true
      union all
      select m.org_id, m.id, 'a message without the attachments that it has'
        from messages m
       where m.has_attachments and not exists (
         select from attachments a where a.org_id = m.org_id and a.message_id = m.id)
         and not exists (select from missing_attachments x where x.org_id = m.org_id and x.message_id = m.id)
      union all
      select org_id, null, 'counted as ' || coalesce(u.bytes, 0) || ' bytes and not ' || coalesce(s.bytes, 0)
        from attachment_usage u
        full join (select org_id, sum(size) as bytes
                     from (select org_id, size from attachments
                           union all select org_id, size from attachment_removals) files
                    group by org_id) s using (org_id)
       where coalesce(u.bytes, 0) <> coalesce(s.bytes, 0)
      union all
      select f.org_id, f.id, 'to go, without work'
        from (select org_id, id from attachments where message_id is null and template_id is null
              union all select org_id, id from attachment_removals) f
        left join due_work w on w.org_id = f.org_id and w.kind = 'attachment_removal'
       where w.org_id is null
      union all
      select x.org_id, x.message_id, 'to be fetched, without work'
        from missing_attachments x
        left join due_work w on w.org_id = x.org_id and w.kind = 'missing_attachments'
       where x.due_at is not null and w.org_id is null`,
  },
  {
    id: 'F2',
    sql: `
      select e.org_id, e.id as export_id, 'completed, and its file is to go' as fault
        from exports e join attachment_removals r on r.org_id = e.org_id and r.id = e.file_id
       where e.status = 'completed'
      union all
      select e.org_id, e.id, 'without work'
        from exports e left join due_work w on w.org_id = e.org_id and w.kind = 'export'
       where w.org_id is null
      union all
      select e.org_id, e.id, 'running without a note of what it writes'
        from exports e left join attachment_removals r on r.org_id = e.org_id and r.id = e.file_id
       where e.status = 'running' and r.id is null`,
  },
  {
    id: 'F3',
    sql: `
      select o.org_id, o.message_id, 'the original of no inbound message' as fault
        from message_originals o
        left join messages m on m.org_id = o.org_id and m.id = o.message_id and m.direction = 'inbound'
       where m.id is null
      union all
      select o.org_id, o.message_id, 'its file is to go'
        from message_originals o join attachment_removals r on r.org_id = o.org_id and r.id = o.id`,
  },
]
