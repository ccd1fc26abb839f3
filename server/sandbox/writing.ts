// Writing as a contact from a device: spec 16.7. What is written goes by the protocol of its channel, is kept and read
// as every provider's, and shown once it was received.

import { createHash, randomBytes } from 'node:crypto'
import { answeredBefore, once } from '#edge/idempotency.ts'
import { created, type Idempotency, type Reply } from '#edge/route.ts'
import { isFenced } from '#installation/fence.ts'
import type { Actor, App } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'
import { invalid, Refusal } from '#kit/refusals.ts'
import { segmentsOf } from '#kit/sms-size.ts'
import { createLinks } from '#messaging/attachments/links.ts'
import type { KeepArrivals } from '#messaging/channels/arrivals/arrival.ts'
import { type Followed, follow } from '#messaging/channels/arrivals/followed.ts'
import type { ChannelName } from '#messaging/channels/channel.ts'
import { channels } from '#messaging/channels/channels.ts'
import { readLine, readLines } from '#messaging/contacts/rules.ts'
import { inboundBy } from '#messaging/inbound/queries.ts'
import type { MessageRow } from '#messaging/messages/queries.ts'
import { byIds } from '#messaging/messages/queries.ts'
import { showMessage } from '#messaging/messages/show.ts'
import { attachedByContact, claimFiles, letGoOfFiles, releaseFiles } from './attached.ts'
import { mustBeOn } from './carried.ts'
import { type Brought, createProviderMessages, type Writing } from './provider-messages.ts'
import type { NewSandboxMessage } from './schema.ts'
import { SMS_PARTS_MAX } from './sms-writing.ts'

/** A worker comes to it within a second or two. */
export const RECEIVED_WITHIN_MS = 10_000
const NAME_BYTES = 16

export type WriteAsContact = (idempotency: Idempotency | null, actor: Actor, given: NewSandboxMessage) => Promise<Reply>

/** The same key brings the same message: it is received once, whatever ends in between. */
export function createWriting(app: App, keep: KeepArrivals): WriteAsContact {
  const { database, settings } = app
  const providers = createProviderMessages(app, keep)
  const links = createLinks(app)

  async function received({ organizationId, channel }: Writing, providerIds: readonly string[]) {
    for (const providerId of providerIds) {
      const found = await database.reads.row<{ id: Uuid | null }>(inboundBy(organizationId, channel, providerId))
      if (!found) continue
      const [row] = found.id === null ? [] : await database.reads.rows<MessageRow>(byIds(organizationId, [found.id]))
      if (!row) throw new Refusal('conflict', 'It was received, and somebody has deleted it already.')
      return row
    }
    return null
  }

  /** Null where it is not known by its name yet. */
  async function before(writing: Writing): Promise<MessageRow | null> {
    const providerId = providers.providerIdOf(writing)
    return providerId === null ? null : received(writing, [providerId])
  }

  async function bring(actor: Actor, writing: Writing): Promise<MessageRow> {
    await claimFiles(app, actor, writing.files)
    const brought = await providers.bring(writing).catch(async (error: Error) => {
      await releaseFiles(app, actor, writing.files)
      throw error
    })
    await followAll(app, brought)
    const row = await received(writing, await providers.providerIdsOf(writing, brought))
    if (!row) throw new Refusal('temporarily_unavailable', later.failed)
    await letGoOfFiles(app, actor, writing.files)
    return row
  }

  return async (idempotency, actor, given) => {
    const answered = await answeredBefore(database.reads, actor, idempotency)
    if (answered) return answered
    await mustBeOn(database.reads, settings, actor, given.channel)
    const what = read(given)
    if (await isFenced(app))
      throw new Refusal('temporarily_unavailable', 'This installation is fenced: nothing that arrives is worked on.')
    const { organizationId, at } = actor
    const writing = { organizationId, ...what, files: [], name: nameOf(actor, idempotency), at }
    const row =
      (idempotency && (await before(writing))) ??
      (await bring(actor, { ...writing, files: await attachedByContact(app, actor, given) }))
    const shown = showMessage(row, links.of(organizationId))
    const reply = created(`/v1/messages/${shown.id}`, shown)
    if (idempotency) await database.transaction((tx) => once(tx, actor, idempotency, async () => reply), organizationId)
    return reply
  }
}

function nameOf({ organizationId, callerId }: Actor, idempotency: Idempotency | null): Buffer {
  if (idempotency === null) return randomBytes(NAME_BYTES)
  const { key, fingerprint } = idempotency
  const digest = createHash('sha256').update(`${organizationId} ${callerId} ${key}\n`).update(fingerprint).digest()
  return digest.subarray(0, NAME_BYTES)
}

/** What is written, as the channel has it; refuses what nobody could write there. */
function read({ channel, from, subject = null, text = null, attachments }: NewSandboxMessage) {
  const reading = channels[channel].identitiesOf(from)
  if ('message' in reading) throw invalid('from', reading.message)
  if (subject !== null && 'message' in readLine(subject))
    throw invalid('subject', 'must be one line without control characters')
  const lines = readLines(text ?? '')
  if ('message' in lines) throw invalid('text', lines.message)
  if (!text && !attachments?.length) throw invalid('text', 'is required where nothing is attached')
  const fault = faultOf[channel]?.(text ?? '')
  if (fault) throw invalid('text', fault)
  return { channel, from: reading.value[0]?.value as string, subject, text }
}

/** What is wrong with a text that nobody could bring. */
const faultOf: Partial<Record<ChannelName, (text: string) => string | null>> = {
  sms: (text) =>
    segmentsOf(text) > SMS_PARTS_MAX ? `must fit into the ${SMS_PARTS_MAX} parts that an SMS has at most` : null,
}

/** Until all of it was worked on. */
export async function followAll(app: App, all: readonly Brought[]): Promise<void> {
  for (const one of all) {
    const followed = await follow(app, one, RECEIVED_WITHIN_MS)
    if (followed !== 'done') throw new Refusal('temporarily_unavailable', later[followed])
  }
}

const later: Record<Exclude<Followed, 'done'>, string> = {
  again: 'It is kept, and could not be worked on yet: it is tried again, and received in a moment.',
  waiting: 'It is kept, and received as soon as a worker comes to it; look again in a second.',
  failed: 'It was kept and could not be worked on: samvad arrival list says why.',
}
