// V1, V2: every conversation and contact is visible to somebody: spec 5.22.

import { rolesWith } from '#people/access/rules.ts'
import type { Invariant } from './invariants.ts'

export const visibilityInvariants: readonly Invariant[] = [
  {
    id: 'V1',
    // Grouped by user first, because there are few users and many conversations.
    sql: `
      select c.org_id, c.user_id, c.conversations
        from (select org_id, user_id, count(*) as conversations from conversations group by org_id, user_id) c
       where not exists (
         select 1 from memberships m left join roles r on r.org_id = m.org_id and r.id = m.role_id
          where m.org_id = c.org_id and m.user_id = c.user_id
            and (m.role_name in (${rolesWith('conversations.view')
              .map((name) => `'${name}'`)
              .join(', ')}) or 'conversations.view' = any(r.permissions)))
         and not exists (select from leavings l where l.org_id = c.org_id and l.user_id = c.user_id)`,
  },
  {
    id: 'V2',
    sql: `
      select c.org_id, c.owner_id, c.contacts
        from (select org_id, owner_id, count(*) as contacts from contacts group by org_id, owner_id) c
       where not exists (select from memberships m where m.org_id = c.org_id and m.user_id = c.owner_id)
         and not exists (select from leavings l where l.org_id = c.org_id and l.user_id = c.owner_id)`,
  },
]
