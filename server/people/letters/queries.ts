// SQL of account emails.

import { type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'

export interface LetterRow {
  id: Uuid
  user_id: Uuid | null
  kind: string
  details: Record<string, string>
  created_at: Date
  attempts: number
}

export function insert(letter: Pick<LetterRow, 'id' | 'user_id' | 'kind' | 'details'>, at: Date): Statement {
  return sql`
    insert into letters (id, user_id, kind, details, created_at, due_at)
    values (${letter.id}, ${letter.user_id}, ${letter.kind}, ${JSON.stringify(letter.details)}::jsonb, ${at}, ${at})`
}

/** Leases due mails until `lease`; those that another worker leased or locked are skipped. */
export function claim(at: Date, lease: Date, limit: number): Statement {
  return sql`
    update letters set due_at = ${lease}, attempts = attempts + 1
     where id in (select id from letters where due_at <= ${at} order by due_at limit ${limit} for update skip locked)
    returning id, user_id, kind, details, created_at, attempts`
}

export function remove(id: Uuid): Statement {
  return sql`delete from letters where id = ${id}`
}

export function postpone(id: Uuid, until: Date): Statement {
  return sql`update letters set due_at = ${until} where id = ${id}`
}
