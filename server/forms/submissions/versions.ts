// Process cache of published form versions, which never change.

import type { FormDefinition } from '#forms/definitions/definition.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import * as queries from './version-queries.ts'

/** More than the number of forms of a busy installation. */
const REMEMBERED_MAX = 3000

export interface VersionKey {
  org_id: Uuid
  form_id: Uuid
  version: number
}

export interface FormVersion {
  name: string
  definition: FormDefinition
}

export const versionKeyOf = ({ org_id, form_id, version }: VersionKey): string => `${org_id} ${form_id} ${version}`

/** In order of last use. */
const remembered = new Map<string, FormVersion>()

/** Null when the version does not exist. */
export async function versionOf(tx: Tx, key: VersionKey): Promise<FormVersion | null> {
  const name = versionKeyOf(key)
  const known = remembered.get(name) ?? (await learnVersions(tx, [key])).get(name) ?? null
  if (known !== null) keep(name, known)
  return known
}

/** Loads all of them; those not cached in one statement. */
export async function learnVersions(tx: Tx, keys: readonly VersionKey[]): Promise<ReadonlyMap<string, FormVersion>> {
  const missing = keys.filter((key) => !remembered.has(versionKeyOf(key)))
  const rows = missing.length === 0 ? [] : await tx.rows<VersionKey & FormVersion>(queries.someVersions(missing))
  const found = new Map<string, FormVersion>()
  for (const { name, definition, ...key } of rows) found.set(versionKeyOf(key), { name, definition })
  for (const key of keys) {
    const name = versionKeyOf(key)
    const one = found.get(name) ?? remembered.get(name)
    if (one) found.set(name, one)
  }
  for (const [name, one] of found) keep(name, one)
  return found
}

function keep(name: string, version: FormVersion): void {
  remembered.delete(name)
  remembered.set(name, version)
  if (remembered.size > REMEMBERED_MAX) remembered.delete(remembered.keys().next().value as string)
}
