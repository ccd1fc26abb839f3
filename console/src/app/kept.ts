// The browser's storage by user and organization: drafts and unsent messages. Cleared on signing out.

import type { NewMessage, SamvadError } from '@samvad/sdk'
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { Draft, KeptFile } from './draft-fields.ts'
import type { Session } from './session.ts'

export type { Draft, KeptFile } from './draft-fields.ts'

/** Why the service refused it. */
export interface KeptRefusal {
  status: number | null
  code: string
  title: string
  detail: string
  reason: string | null
  params: Readonly<Record<string, unknown>>
  errors: SamvadError['errors']
  requestId: string | null
}

export interface Waiting {
  /** The idempotency key: made when Send was pressed. */
  key: string
  owner: string
  conversationId: string
  body: NewMessage
  files: KeptFile[]
  /** Milliseconds; so is `leavesAt`, until which it is only here. */
  madeAt: number
  leavesAt: number
  refusal: KeptRefusal | null
}

interface Kept extends DBSchema {
  drafts: { key: string; value: Draft }
  outbox: { key: string; value: Waiting; indexes: { owner: string } }
}

let opened: Promise<IDBPDatabase<Kept>> | undefined

export function kept(): Promise<IDBPDatabase<Kept>> {
  opened ??= openDB<Kept>('samvad', 1, {
    upgrade(database) {
      database.createObjectStore('drafts')
      database.createObjectStore('outbox', { keyPath: 'key' }).createIndex('owner', 'owner')
    },
    // Another tab has a newer version of the page: it must not wait for this one.
    blocking: (_from, _to, event) => (event.target as IDBDatabase).close(),
    terminated: () => {
      opened = undefined
    },
  })
  return opened
}

/** The storage key of a user in an organization. */
export const ownerOf = ({ user, organization }: Session): string => `${user.id}.${organization.id}`

/** The owner's messages that were not accepted yet, oldest first. */
export async function waitingOf(owner: string): Promise<Waiting[]> {
  const waiting = await (await kept()).getAllFromIndex('outbox', 'owner', owner)
  return waiting.toSorted((left, right) => left.madeAt - right.madeAt)
}

/** Prefix of the localStorage keys of form drafts, followed by the owner and the form (form-drafts.ts). */
export const FORMS = 'samvad.form.'

/** Of the user in all organizations. */
export async function forgetUser(userId: string): Promise<void> {
  for (const key of Object.keys(localStorage)) if (key.startsWith(`${FORMS}${userId}.`)) localStorage.removeItem(key)
  const database = await kept()
  const range = IDBKeyRange.bound(`${userId}.`, `${userId}.\uffff`)
  const change = database.transaction(['drafts', 'outbox'], 'readwrite')
  await change.objectStore('drafts').delete(range)
  for await (const cursor of change.objectStore('outbox').index('owner').iterate(range)) await cursor.delete()
  await change.done
}
