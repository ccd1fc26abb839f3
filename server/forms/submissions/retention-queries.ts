// SQL for deleting submissions after their form's retention period.

import { type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'

export interface KeptRow {
  org_id: Uuid
  id: Uuid
  submissions_kept_days: number
}

/** Forms with submissions older than their retention period. `today`: the midnight from which days are counted. */
export function formsWithOld(today: Date, limit: number): Statement {
  return sql`
    select f.org_id, f.id, f.submissions_kept_days from forms f
     where f.org_id is not null and f.submissions_kept_days is not null and f.deleted_at is null
       and (select s.submitted_at from form_submissions s
             where s.org_id = f.org_id and s.form_id = f.id order by s.form_id, s.id limit 1)
           < ${today}::timestamptz - f.submissions_kept_days * interval '24 hours'
     limit ${limit}`
}

export function lockForm(organizationId: Uuid, formId: Uuid): Statement {
  return sql`
    select org_id, id, submissions_kept_days from forms
     where org_id = ${organizationId} and id = ${formId} and submissions_kept_days is not null and deleted_at is null
       for share`
}

/** Oldest first; ids are ordered by creation time. */
export function oldOf(
  organizationId: Uuid,
  formId: Uuid,
  { before, behind, limit }: { before: Date; behind: Uuid; limit: number },
): Statement {
  return sql`
    select s.id from form_submissions s
     where s.org_id = ${organizationId} and s.form_id >= ${formId} and s.form_id <= ${formId}
       and (s.form_id, s.id) < (${formId}, ${behind}) and s.submitted_at < ${before}
     order by s.form_id, s.id limit ${limit}`
}
