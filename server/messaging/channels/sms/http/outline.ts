// Summary of an HTTP gateway's waiting call for operators: senders and texts as the account describes them, otherwise
// the raw call.

import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import * as accounts from '../../accounts/actions.ts'
import type { AccountState } from '../../accounts/kind.ts'
import { NotUnderstood } from '../../arrivals/arrival.ts'
import { type Outline, type Said, type StoredBody, unreadable } from '../../arrivals/outline.ts'
import { readNumber } from '../numbers.ts'
import type { SmsSettings } from '../settings.ts'
import { type Brought, itemsOf, readBrought, writeBrought } from './brought.ts'
import type { Callbacks } from './callbacks.ts'
import { valueAt } from './description.ts'

interface Item extends Said {
  place: number
}

export async function outlineOfBrought({ organizationId, body }: StoredBody, reads: Tx): Promise<Outline> {
  const brought = readBrought(body)
  const said = itemsIn(brought, await callbacksOf(reads, organizationId)).filter(
    ({ people, text }) => people.length > 0 || text !== null,
  )
  return { ...unreadable(Buffer.from(brought.content)), isReadable: said.length > 0, said }
}

/** The call without these people's items; null when nothing remains or the items are not in a list. */
export async function broughtWithout(
  { organizationId, body }: StoredBody,
  reads: Tx,
  isMeant: (address: string) => boolean,
): Promise<Buffer | null> {
  const brought = readBrought(body)
  const callbacks = await callbacksOf(reads, organizationId)
  const items = itemsIn(brought, callbacks)
  const only = items.filter(({ people }) => !people.some(isMeant)).map(({ place }) => place)
  const list = callbacks?.[brought.kind]?.list
  if (only.length === 0 || list === null || list === undefined) return null
  const json: unknown = JSON.parse(brought.content)
  const all = valueAt(json, list)
  if (!Array.isArray(all)) return null
  // Replaced by null, because the others are identified by their positions.
  for (const { place, people } of items) if (people.some(isMeant)) all[place] = null
  return writeBrought({ ...brought, content: JSON.stringify(json), only })
}

async function callbacksOf(reads: Tx, organizationId: Uuid): Promise<Callbacks | null> {
  const { account } = (await accounts.state(reads, organizationId, 'sms')) as AccountState<SmsSettings>
  return account?.settings.protocol === 'http' ? (account.settings.callbacks ?? null) : null
}

/** Empty when the description does not match. */
function itemsIn(brought: Brought, callbacks: Callbacks | null): Item[] {
  const { reports, incoming } = callbacks ?? {}
  try {
    if (brought.kind === 'incoming' && incoming)
      return itemsOf(brought, incoming).map(({ place, at }) => {
        const from = at(incoming.from)
        return { place, people: from ? [readNumber(from.trim())] : [], text: at(incoming.text) }
      })
    if (brought.kind === 'reports' && reports)
      return itemsOf(brought, reports).map(({ place, at }) => {
        const told = [at(reports.id) ?? at(reports.reference), at(reports.status), at(reports.error)]
        return { place, people: [], text: told.filter((one) => one !== null).join(' ') || null }
      })
  } catch (error) {
    if (!(error instanceof NotUnderstood)) throw error
  }
  return []
}
