// SQL of the recipients of notices and their preferences.

import { nothing, type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import type { Choices } from './rules.ts'
import type { Language } from './texts.ts'

export interface PreferencesRow {
  language: Language | null
  time_zone: string | null
  quiet_from: number | null
  quiet_to: number | null
  choices: Choices | null
}

export interface PersonRow extends PreferencesRow {
  user_id: Uuid
  role_name: string | null
  role_permissions: string[] | null
  is_operator: boolean
}

const preferences = sql`p.language, p.time_zone, p.quiet_from, p.quiet_to, p.choices`

/** Members who are people and may sign in: all, or these. `isHeld` keeps them members until the transaction ends. */
export function people(organizationId: Uuid, userIds: readonly Uuid[] | null, isHeld: boolean): Statement {
  return sql`
    select m.user_id, m.role_name, r.permissions as role_permissions, u.is_operator, ${preferences}
      from memberships m
      join users u on u.id = m.user_id
      left join roles r on r.org_id = ${organizationId} and r.id = m.role_id
      left join notification_preferences p on p.org_id = ${organizationId} and p.user_id = m.user_id
     where m.org_id = ${organizationId} and u.kind = 'person' and u.disabled_at is null
           ${userIds === null ? nothing : sql`and m.user_id = any(${userIds}::uuid[])`}
     order by m.user_id ${isHeld ? sql`for key share of m` : nothing}`
}

/** Names of members, people and service users alike. */
export function names(organizationId: Uuid, userIds: readonly Uuid[]): Statement {
  return sql`
    select u.id, u.display_name from memberships m
      join users u on u.id = m.user_id
     where m.org_id = ${organizationId} and m.user_id = any(${userIds}::uuid[])`
}

export function preferencesOf(organizationId: Uuid, userId: Uuid): Statement {
  return sql`
    select ${preferences} from notification_preferences p
     where p.org_id = ${organizationId} and p.user_id = ${userId}`
}

export interface Preferences {
  language: Language
  timeZone: string
  quietFrom: number | null
  quietTo: number | null
  choices: Choices
}

export function keepPreferences(organizationId: Uuid, userId: Uuid, one: Preferences, at: Date): Statement {
  const { language, timeZone, quietFrom, quietTo, choices } = one
  return sql`
    insert into notification_preferences (org_id, user_id, language, time_zone, quiet_from, quiet_to, choices,
      updated_at)
    values (${organizationId}, ${userId}, ${language}, ${timeZone}, ${quietFrom}, ${quietTo},
            ${JSON.stringify(choices)}::jsonb, ${at})
    on conflict (org_id, user_id) do update
       set language = excluded.language, time_zone = excluded.time_zone, quiet_from = excluded.quiet_from,
           quiet_to = excluded.quiet_to, choices = excluded.choices, updated_at = excluded.updated_at`
}

/** Serializes changes of one member's preferences until the transaction ends. */
export function lockPreferences(organizationId: Uuid, userId: Uuid): Statement {
  const name = `notification preferences of ${organizationId} ${userId}`
  return sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`
}

/** `is_proven` is false for an unverified address; no row for a user without an address. */
export function addressOf(organizationId: Uuid, userId: Uuid): Statement {
  return sql`
    select u.email, u.email_proven_at is not null as is_proven, o.name as organization
      from memberships m
      join users u on u.id = m.user_id
      join organizations o on o.id = ${organizationId}
     where m.org_id = ${organizationId} and m.user_id = ${userId} and u.email is not null`
}
