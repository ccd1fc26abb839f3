// SQL for comparing the files in the store with the rows of all organizations.

import { rowsOf } from '#kit/database/rows.ts'
import { type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'

export interface RowKey {
  org_id: Uuid
  id: Uuid
  size: number
}

export function rowsAfter(after: RowKey | null, limit: number): Statement {
  return sql`
    select a.org_id, a.id, a.size::float8 as size
      from (select org_id, id, size from attachments
            union all select org_id, id, size from message_originals
            union all select org_id, file_id, size from exports where status = 'completed'
            union all select org_id, id, size from form_files) a
     where (a.org_id, a.id) > (${after?.org_id ?? LEAST_ID}::uuid, ${after?.id ?? LEAST_ID}::uuid)
     order by a.org_id, a.id limit ${limit}`
}

const LEAST_ID = '00000000-0000-0000-0000-000000000000'

/** The files that are referenced or about to be removed. */
export function knownAmong(keys: readonly { organizationId: Uuid; id: Uuid }[]): Statement {
  const given = rowsOf('given', keys, {
    org_id: ['uuid', ({ organizationId }) => organizationId],
    id: ['uuid', ({ id }) => id],
  })
  return sql`
    select given.org_id, given.id from ${given}
     where exists (select from attachments a where a.org_id = given.org_id and a.id = given.id)
        or exists (select from message_originals o where o.org_id = given.org_id and o.id = given.id)
        or exists (select from exports e where e.org_id = given.org_id and e.file_id = given.id)
        or exists (select from form_files f where f.org_id = given.org_id and f.id = given.id)
        or exists (select from attachment_removals r where r.org_id = given.org_id and r.id = given.id)`
}
