// Published versions of forms, as this process remembers them: a version never changes.

import type { FormDefinition } from '#forms/definitions/definition.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import * as queries from './version-queries.ts'

const REMEMBERED_MAX = 1000

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

/** In the order of their last use. */
const remembered = new Map<string, FormVersion>()

/** Null where there is no such version. */
export async function versionOf(tx: Tx, key: VersionKey): Promise<FormVersion | null> {
  const name = versionKeyOf(key)
  const known = remembered.get(name) ?? (await tx.row<FormVersion>(queries.version(key))) ?? null
  if (known === null) return null
  remembered.delete(name)
  remembered.set(name, known)
  if (remembered.size > REMEMBERED_MAX) remembered.delete(remembered.keys().next().value as string)
  return known
}
