// SQL of decisions on versions of templates.

import { type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import type { Details } from '#kit/messages/details.ts'
import { detailsToStore, textToStore } from '#kit/stored-details.ts'
import type { Decider, TemplateStatus } from './rules.ts'

export interface Decision {
  status: TemplateStatus
  decidedBy: Decider | null
  reason: Details | null
  /** Null while it is undecided. */
  decidedAt: Date | null
}

/** The reason of a person is stored in their own words only. */
const isOfPerson = (by: Decider | null): boolean => by === 'operator' || by === 'user'

export function decide(
  organizationId: Uuid,
  templateId: Uuid,
  version: number,
  { status, decidedBy, reason, decidedAt }: Decision,
): Statement {
  return sql`
    update template_versions set status = ${status}, decided_by = ${decidedBy}, reason = ${textToStore(reason)},
      reason_details = ${isOfPerson(decidedBy) ? null : detailsToStore(reason)}::jsonb,
      decided_at = ${decidedAt},
      registered_at = case when ${status}::text = 'submitted' then null else registered_at end,
      was_approved = was_approved or ${status}::text = 'approved'
    where org_id = ${organizationId} and template_id = ${templateId} and version = ${version}`
}

export interface DecidedRow {
  decided_by: Decider | null
  decided_at: Date | null
  registered_at: Date | null
}

export function decisionOf(organizationId: Uuid, templateId: Uuid, version: number): Statement {
  return sql`
    select decided_by, decided_at, registered_at from template_versions
     where org_id = ${organizationId} and template_id = ${templateId} and version = ${version}`
}
