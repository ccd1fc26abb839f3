// SQL of users. People belong to the installation: an organization sees its own through memberships. A service user
// belongs to one organization.

import { type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import type { Language } from './rules.ts'

export interface NewUser {
  id: Uuid
  email: string
  displayName: string
  passwordHash: string | null
  isOperator: boolean
  provenAt: Date | null
}

/** Returns no row when the address is taken. */
export function insertUnlessTaken(user: NewUser, at: Date): Statement {
  return sql`
    insert into users (id, email, display_name, password_hash, is_operator, email_proven_at, created_at)
    values (${user.id}, ${user.email}, ${user.displayName}, ${user.passwordHash}, ${user.isOperator}, ${user.provenAt},
            ${at})
    on conflict (lower(email)) do nothing returning id`
}

export function insertService(organizationId: Uuid, id: Uuid, name: string, at: Date): Statement {
  return sql`
    insert into users (id, kind, org_id, display_name, created_at)
    values (${id}, 'service', ${organizationId}, ${name}, ${at})`
}

export interface PersonRow {
  id: Uuid
  display_name: string
  password_hash: string | null
  email_proven_at: Date | null
  disabled_at: Date | null
  language: Language | null
}

/** Locked until the transaction ends: concurrent acceptances of invitations run one after another. */
export function lockPerson(email: string): Statement {
  return sql`
    select id, display_name, password_hash, email_proven_at, disabled_at, language from users
     where lower(email) = ${email} for no key update`
}

export function person(email: string): Statement {
  return sql`
    select id, display_name, password_hash, email_proven_at, disabled_at, language from users
     where lower(email) = ${email}`
}

export function proveAddress(id: Uuid, at: Date): Statement {
  return sql`update users set email_proven_at = ${at} where id = ${id} and email_proven_at is null`
}

export function byEmail(email: string): Statement {
  return sql`select id from users where lower(email) = ${email}`
}

export function operator(id: Uuid): Statement {
  return sql`select 1 from users where id = ${id} and is_operator and disabled_at is null`
}

export interface CredentialRow {
  id: Uuid
  email: string
  password_hash: string | null
}

export function credentialsByEmail(email: string): Statement {
  return sql`select id, email, password_hash from users where lower(email) = ${email} and disabled_at is null`
}

export interface AccountRow {
  id: Uuid
  email: string
  display_name: string
  password_hash: string | null
  email_proven_at: Date | null
  language: Language | null
}

/** Returns no row for a service user or a disabled person. */
export function account(id: Uuid): Statement {
  return sql`
    select id, email, display_name, password_hash, email_proven_at, language from users
     where id = ${id} and kind = 'person' and disabled_at is null`
}

export function nameOf(id: Uuid): Statement {
  return sql`select display_name from users where id = ${id}`
}

/** Locked: additions to the account run one after another. */
export function lockAccount(id: Uuid): Statement {
  return sql`select id from users where id = ${id} for no key update`
}

/** Updates no row when another user has the address. */
export function changeAddress(id: Uuid, email: string, provenAt: Date | null): Statement {
  return sql`
    update users set email = ${email}, email_proven_at = ${provenAt}
     where id = ${id} and kind = 'person'
       and not exists (select from users other where lower(other.email) = ${email} and other.id <> ${id})
    returning id`
}

export function rename(id: Uuid, displayName: string): Statement {
  return sql`update users set display_name = ${displayName} where id = ${id}`
}

export interface Preferences {
  language: string | null
  theme: string | null
  timeZone: string | null
}

export function setPreferences(id: Uuid, { language, theme, timeZone }: Preferences): Statement {
  return sql`
    update users set language = ${language}, theme = ${theme}, time_zone = ${timeZone} where id = ${id}`
}

/** Updates no row for a service user, who has no password. */
export function setPassword(id: Uuid, passwordHash: string): Statement {
  return sql`update users set password_hash = ${passwordHash} where id = ${id} and kind = 'person' returning id`
}

/** Updates no row for a service user. */
export function makeOperator(id: Uuid, at: Date): Statement {
  return sql`
    update users set is_operator = true, email_proven_at = coalesce(email_proven_at, ${at}) where id = ${id}
       and kind = 'person'
    returning id`
}
