// Groups named in an import: looked up or created, locked, and filled up to their limit.

import { emit } from '#events/actions.ts'
import type { Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { groupCreated, groupUpdated } from './events.ts'
import type { GroupRow } from './queries.ts'
import * as queries from './queries.ts'
import { GROUP_MEMBERS_MAX } from './schema.ts'

export interface NamedGroup {
  id: Uuid
  /** Null if it does not exist yet. */
  row: GroupRow | null
  members: Set<Uuid>
}

type Maker = Scope & { userId: Uuid }

/**
 * Looks groups up by name and locks them: the oldest with that name that is not archived. Lock order: before the
 * contacts.
 */
export async function hold(tx: Tx, maker: Maker, names: readonly string[]): Promise<Map<string, NamedGroup>> {
  if (names.length === 0) return new Map()
  const rows = await tx.rows<{ id: Uuid }>(queries.lockNamed(maker.organizationId, names))
  const found = new Map<string, NamedGroup>()
  for (const { id } of rows) {
    const row = await tx.row<GroupRow>(queries.byId(maker, id))
    if (row && !found.has(row.name)) found.set(row.name, { id, row, members: new Set(row.contacts) })
  }
  for (const name of names)
    if (!found.has(name)) found.set(name, { id: newUuid(maker.at.getTime()), row: null, members: new Set() })
  return found
}

/** True when the group has room for one more contact, which is then counted as a member. */
export function join(group: NamedGroup, contactId: Uuid): boolean {
  if (group.members.has(contactId)) return true
  if (group.members.size >= GROUP_MEMBERS_MAX) return false
  group.members.add(contactId)
  return true
}

/** Runs after the contacts were written. */
export async function write(tx: Tx, maker: Maker, groups: ReadonlyMap<string, NamedGroup>): Promise<void> {
  for (const [name, { id, row, members }] of groups) {
    const before = new Set(row?.contacts)
    const added = [...members].filter((one) => !before.has(one))
    if (added.length === 0) continue
    if (!row) await tx.run(queries.insert(maker, id, { name }))
    await tx.run(queries.addMembers(maker, id, added))
    const after = await tx.row<GroupRow>(queries.byId(maker, id))
    if (after) await emit(tx, maker.organizationId, maker.at, [row ? groupUpdated(after) : groupCreated(after)])
  }
}
