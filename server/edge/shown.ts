// Finds the objects that a response shows, so that the stored response is deleted together with them.

import { type Prefix, parseTypeId, type Uuid } from '#kit/ids.ts'

/** Maximum search depth: a batch's response has its objects in a list in a field of an object. */
const DEPTH_MAX = 4
const TYPE_ID = /^([a-z]+)_[0-7][0-9a-hjkmnp-tv-z]{25}$/

/**
 * Objects whose `id` appears together with their content. Other ids are references whose objects may be deleted
 * independently: a group stays when one of its contacts is deleted. A message is deleted with its conversation, and a
 * conversation with its contact or group, also with one merged into another.
 */
export function shownBy(body: unknown): Uuid[] {
  const found = new Set<Uuid>()
  collect(body, 0, found)
  return [...found]
}

function collect(value: unknown, depth: number, found: Set<Uuid>): void {
  if (typeof value !== 'object' || value === null || depth > DEPTH_MAX) return
  if (Array.isArray(value)) {
    for (const one of value) collect(one, depth + 1, found)
    return
  }
  const { id, conversation_id, contact_id, group_id } = value as Record<string, unknown>
  const prefix = typeof id === 'string' ? TYPE_ID.exec(id)?.[1] : undefined
  if (prefix !== undefined) {
    add(prefix, id, found)
    if (prefix === 'msg') add('conv', conversation_id, found)
    if (prefix === 'conv') {
      add('contact', contact_id, found)
      add('group', group_id, found)
    }
    return
  }
  for (const one of Object.values(value)) collect(one, depth + 1, found)
}

function add(prefix: string, id: unknown, found: Set<Uuid>): void {
  const uuid = typeof id === 'string' ? parseTypeId(prefix as Prefix, id) : null
  if (uuid !== null) found.add(uuid)
}
