// Writes as a contact from a device: spec 16.7. The message is delivered by its channel's protocol, stored and
// processed like any provider's, and returned once it was received.

import { createHash, randomBytes } from 'node:crypto'
import { answeredBefore, once } from '#edge/idempotency.ts'
import { created, type Idempotency, type Reply } from '#edge/route.ts'
import { isFenced } from '#installation/fence.ts'
import type { Actor, App } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'
import { type ValidationError, validationError } from '#kit/messages/field-errors.ts'
import type { ReasonCode } from '#kit/messages/reasons.ts'
import { invalid, refusal } from '#kit/refusals.ts'
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
import { answeredFrom, misfitOf } from './answering.ts'
import { attachedByContact, claimFiles, letGoOfFiles, releaseFiles } from './attached.ts'
import { mustBeOn } from './carried.ts'
import { type Brought, createProviderMessages, type Writing } from './provider-messages.ts'
import type { NewSandboxMessage } from './schema.ts'
import { SMS_PARTS_MAX } from './sms-writing.ts'

/** A worker processes the message within a second or two. */
export const RECEIVED_WITHIN_MS = 10_000
const NAME_BYTES = 16

export type WriteAsContact = (idempotency: Idempotency | null, actor: Actor, given: NewSandboxMessage) => Promise<Reply>

/** The same idempotency key delivers the same message: it is received once, even after an interruption. */
export function createWriting(app: App, keep: KeepArrivals): WriteAsContact {
  const { database, settings } = app
  const providers = createProviderMessages(app, keep)
  const links = createLinks(app)

  async function received({ organizationId, channel }: Writing, providerIds: readonly string[]) {
    for (const providerId of providerIds) {
      const found = await database.reads.row<{ id: Uuid | null }>(inboundBy(organizationId, channel, providerId))
      if (!found) continue
      const [row] = found.id === null ? [] : await database.reads.rows<MessageRow>(byIds(organizationId, [found.id]))
      if (!row) throw refusal('conflict', 'sandbox_message_deleted')
      return row
    }
    return null
  }

  /** Null when the provider's id is not known yet. */
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
    if (!row) throw refusal('temporarily_unavailable', later.failed)
    await letGoOfFiles(app, actor, writing.files)
    return row
  }

  return async (idempotency, actor, given) => {
    const answered = await answeredBefore(database.reads, actor, idempotency)
    if (answered) return answered
    await mustBeOn(database.reads, settings, actor, given.channel)
    const what = read(given)
    if (await isFenced(app)) throw refusal('temporarily_unavailable', 'sandbox_while_fenced')
    const { organizationId, at } = actor
    const nothing = { files: [], quoted: null, pressed: null }
    const writing = { organizationId, ...what, ...nothing, name: nameOf(actor, idempotency), at }
    const row =
      (idempotency && (await before(writing))) ??
      (await bring(actor, {
        ...writing,
        files: await attachedByContact(app, actor, given),
        ...(await answeredFrom(database.reads, actor, given)),
      }))
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

/** The message in the channel's terms; refuses what cannot be written on it. */
function read(given: NewSandboxMessage) {
  const { channel, from, subject = null, text = null, attachments } = given
  const reading = channels[channel].identitiesOf(from)
  if ('message' in reading) throw invalid('from', reading)
  const line = subject === null ? null : readLine(subject)
  if (line !== null && 'message' in line) throw invalid('subject', line)
  const lines = readLines(text ?? '')
  if ('message' in lines) throw invalid('text', lines)
  const misfit = misfitOf(given)
  if (misfit) throw misfit
  if (!text && !attachments?.length && given.button_id == null)
    throw invalid('text', 'one_of_fields', { fields: ['text', 'attachments'] })
  const error = errorIn[channel]?.(text ?? '')
  if (error) throw invalid('text', error)
  return { channel, from: reading.value[0]?.value as string, subject, text }
}

/** Validates texts that a provider could not deliver. */
const errorIn: Partial<Record<ChannelName, (text: string) => ValidationError | null>> = {
  sms: (text) =>
    segmentsOf(text) > SMS_PARTS_MAX ? validationError('sms_too_many_parts', { max: SMS_PARTS_MAX }) : null,
}

/** Resolves when all of them were processed. */
export async function followAll(app: App, all: readonly Brought[]): Promise<void> {
  for (const one of all) {
    const followed = await follow(app, one, RECEIVED_WITHIN_MS)
    if (followed !== 'done') throw refusal('temporarily_unavailable', later[followed])
  }
}

const later = {
  again: 'sandbox_message_retried',
  waiting: 'sandbox_message_waiting',
  failed: 'sandbox_message_failed',
} as const satisfies Record<Exclude<Followed, 'done'>, ReasonCode>
