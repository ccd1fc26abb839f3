// Waiting events of one person: exported with their contact, and erased with it. spec 7.110. Events that cannot be
// parsed cannot be attributed to anyone.

import type { Hook } from '#events/hooks.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import { publicId, seconds } from '#kit/wire.ts'
import * as failed from '#messaging/channels/arrivals/failed.ts'
import type { FailedBodyRow } from '#messaging/channels/arrivals/failed-queries.ts'
import { type Outline, textOf } from '#messaging/channels/arrivals/outline.ts'
import { bodyWithout, readOutline } from '#messaging/channels/arrivals/outlines.ts'
import {
  countOfWriter,
  forgetOfWriter,
  listOfWriter,
  type QuarantinedOfWriter,
  type WriterAddresses,
} from '../shared/queries.ts'

const PAGE_ROWS = 50
/** Bytes read of each event at first, and of JSON that is longer. */
const BEGINNING_MAX = 128 * 1024
const WHOLE_MAX = 4 * 1024 * 1024

interface Found {
  row: FailedBodyRow
  outline: Outline
}

export interface Person {
  organizationId: Uuid
  /** One entry per notation of their addresses. */
  addresses: readonly WriterAddresses[]
}

function isOf({ addresses }: Person): (address: string) => boolean {
  const known = new Set(
    addresses.flatMap(({ email, phone_number, app_id }) => [email?.toLowerCase(), phone_number, app_id]),
  )
  return (address) => known.has(address) || known.has(address.toLowerCase())
}

/** Scans all waiting events of the organization: they are not indexed by address. */
async function eachFailedOf(tx: Tx, person: Person, work: (found: Found) => Promise<void>): Promise<void> {
  const { organizationId } = person
  const isMeant = isOf(person)
  let last: Uuid | undefined
  for (;;) {
    const page = { limit: PAGE_ROWS, ...(last === undefined ? {} : { starting_after: last }) }
    const rows = (await failed.listFailed(tx, page, organizationId, BEGINNING_MAX)).slice(0, PAGE_ROWS)
    for (const row of rows) {
      const outline = await outlineOf(tx, row)
      if (outline.said.some(({ people }) => people.some(isMeant))) await work({ row, outline })
    }
    last = rows.at(-1)?.id
    if (rows.length < PAGE_ROWS) return
  }
}

async function outlineOf(tx: Tx, row: FailedBodyRow): Promise<Outline> {
  const { org_id: organizationId, source, body, size } = row
  const outline = await readOutline(tx, { organizationId, source, body })
  if (outline.isReadable || size <= body.length) return outline
  const whole = await failed.findFailed(tx, row.id, WHOLE_MAX)
  return whole ? readOutline(tx, { organizationId, source, body: whole.body }) : outline
}

export async function countWaitingOf(tx: Tx, person: Person): Promise<{ quarantined: number; waiting: number }> {
  const counted = { quarantined: 0, waiting: 0 }
  for (const addresses of person.addresses) {
    const row = await tx.row<{ count: number }>(countOfWriter(person.organizationId, addresses))
    counted.quarantined += row?.count ?? 0
  }
  await eachFailedOf(tx, person, async () => {
    counted.waiting += 1
  })
  return counted
}

/** Other senders' parts of the same event are kept. */
export async function eraseWaitingOf(tx: Tx, person: Person): Promise<void> {
  const { organizationId } = person
  for (const addresses of person.addresses) await tx.run(forgetOfWriter(organizationId, addresses))
  await eachFailedOf(tx, person, async ({ row: { id, source } }) => {
    const whole = await failed.findFailed(tx, id, WHOLE_MAX)
    if (!whole) return
    const left = await bodyWithout(tx, { organizationId, source, body: whole.body }, isOf(person))
    if (left === null) await failed.discardFailed(tx, organizationId, [id])
    else await failed.replaceFailed(tx, organizationId, id, left)
  })
}

export const erase: Hook<'contact.erasing'> = (tx, { organizationId }, { addresses }) =>
  eraseWaitingOf(tx, { organizationId, addresses })

/** Their messages and the receipts about them, without those of others. */
export async function waitingOf(tx: Tx, person: Person) {
  const isMeant = isOf(person)
  const all: { id: string; channel: string; subject: string | null; text: string | null; received_at: number }[] = []
  for (const addresses of person.addresses)
    for (const row of await tx.rows<QuarantinedOfWriter>(listOfWriter(person.organizationId, addresses))) {
      const { id, channel, text, received_at } = row
      all.push({ id: publicId('quar', id), channel, subject: null, text, received_at: seconds(received_at) })
    }
  await eachFailedOf(tx, person, async ({ row: { id, channel, received_at }, outline: { subject, said } }) => {
    const text = textOf(said.filter(({ people }) => people.some(isMeant)))
    all.push({ id: publicId('arr', id), channel, subject, text, received_at: seconds(received_at) })
  })
  return all
}
