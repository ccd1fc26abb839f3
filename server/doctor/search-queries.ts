// S1: deleted objects are absent from the search index: spec 7.145.

import type { Invariant } from './invariants.ts'

export const searchInvariants: readonly Invariant[] = [
  {
    id: 'S1',
    sql: `
      select e.org_id, e.id from search_entries e
       where not exists (select from messages m where m.org_id = e.org_id and m.id = e.id)
         and not exists (select from contacts c where c.org_id = e.org_id and c.id = e.id)
         and not exists (select from groups g where g.org_id = e.org_id and g.id = e.id)
         and not exists (select from form_submissions s where s.org_id = e.org_id and s.id = e.id)`,
  },
]
