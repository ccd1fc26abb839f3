// The current recipients of notices, with their permissions and preferences.

import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import { roleOf } from '#people/access/actions.ts'
import { permissionsOf } from '#people/access/rules.ts'
import type { PersonRow, PreferencesRow } from './people-queries.ts'
import * as queries from './people-queries.ts'
import type { QuietHours } from './quiet-hours.ts'
import type { Choices } from './rules.ts'
import type { Language } from './texts.ts'

export const LANGUAGE_DEFAULT: Language = 'en'
export const TIME_ZONE_DEFAULT = 'Asia/Kolkata'

export interface Wishes {
  language: Language
  timeZone: string
  quiet: QuietHours | null
  choices: Choices
}

export interface Recipient extends Wishes {
  userId: Uuid
  permissions: ReadonlySet<string>
}

/** The preferences of a row; defaults where the member has chosen nothing. */
export function wishesOf(row: PreferencesRow | undefined): Wishes {
  const timeZone = row?.time_zone ?? TIME_ZONE_DEFAULT
  const [from, to] = [row?.quiet_from ?? null, row?.quiet_to ?? null]
  return {
    language: row?.language ?? LANGUAGE_DEFAULT,
    timeZone,
    quiet: from === null || to === null ? null : { from, to, timeZone },
    choices: row?.choices ?? {},
  }
}

/** Names of current members. */
export async function namesIn(
  tx: Tx,
  organizationId: Uuid,
  userIds: readonly Uuid[],
): Promise<ReadonlyMap<Uuid, string>> {
  if (userIds.length === 0) return new Map()
  const rows = await tx.rows<{ id: Uuid; display_name: string }>(queries.names(organizationId, userIds))
  return new Map(rows.map(({ id, display_name }) => [id, display_name]))
}

/** Members who are people: all, or those in `userIds`. `isHeld` keeps them members until the transaction ends. */
export async function recipients(
  tx: Tx,
  organizationId: Uuid,
  userIds: readonly Uuid[] | null,
  isHeld: boolean,
): Promise<Map<Uuid, Recipient>> {
  const rows = await tx.rows<PersonRow>(queries.people(organizationId, userIds, isHeld))
  return new Map(
    rows.map((row) => [
      row.user_id,
      { ...wishesOf(row), userId: row.user_id, permissions: permissionsOf(roleOf(row), row.is_operator) },
    ]),
  )
}
