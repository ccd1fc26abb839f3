// Automatic replies: by template, charged like any message, and sent once. They require the submission's consent for
// the channel. None is sent while the form is under attack; at most one per address and form a day, within the form's
// daily budget. The reason for not sending is stored with the submission.

import { createHmac } from 'node:crypto'
import { channelDescriptions } from '#channels/table.ts'
import type { Idempotency, Reply } from '#edge/route.ts'
import type { App } from '#kit/app.ts'
import { parseTypeId, type Uuid } from '#kit/ids.ts'
import { indianDate } from '#kit/india/calendar.ts'
import { Refusal } from '#kit/refusals.ts'
import { publicId } from '#kit/wire.ts'
import * as contacts from '#messaging/contacts/actions.ts'
import type { DraftOutcome } from '#messaging/sending/plan.ts'
import type { NewMessage } from '#messaging/sending/schema.ts'
import { createSender, type Sender } from '#messaging/sending/send.ts'
import { onBehalfOf } from './actor.ts'
import { type AgreedConsent, answerText } from './answer-text.ts'
import { readFields } from './contact.ts'
import { conversationUser } from './conversation-queries.ts'
import * as processing from './process-queries.ts'
import type { SubmissionRow } from './queries.ts'
import { AUTO_REPLIES_OF_A_FORM_A_DAY_MAX, AUTO_REPLY_WAIT_MAX_MS } from './rules.ts'
import { answerTo } from './terms.ts'
import type { FormVersion } from './versions.ts'

/** `due` when a reply must be sent, otherwise the reason, or null for a form without one. */
export function replyDue(
  { under_attack: isUnderAttack }: Pick<SubmissionRow, 'under_attack'>,
  { definition }: FormVersion,
  agreed: readonly AgreedConsent[],
): string | null {
  const { auto_reply: reply } = definition.settings
  if (reply === undefined) return null
  if (!agreed.some(({ channels }) => channels.includes(reply.channel))) return 'no_consent'
  return isUnderAttack ? 'under_attack' : 'due'
}

/** Refusals that say nothing about the reply: another attempt is sending it, or the wallet is locked for too long. */
const PASSING = new Set(['temporarily_unavailable', 'idempotency_in_flight'])

export interface AutoReplies {
  /** Sends the reply of a submission whose `auto_reply` is `due`. */
  send(organizationId: Uuid, row: SubmissionRow, version: FormVersion): Promise<void>
}

export function createAutoReplies(app: App, sender: Pick<Sender, 'answer'> = createSender(app)): AutoReplies {
  const { database } = app

  async function settle(organizationId: Uuid, id: Uuid, outcome: string, messageId: Uuid | null): Promise<void> {
    await database.transaction(
      (tx) => tx.run(processing.finishReply(organizationId, id, { outcome, messageId })),
      organizationId,
    )
  }

  /** The reason for not sending; null when a reply slot was reserved. */
  async function refusalOf(organizationId: Uuid, row: SubmissionRow, version: FormVersion): Promise<string | null> {
    const { definition } = version
    const channel = definition.settings.auto_reply?.channel
    const at = app.clock()
    if (channel === undefined || row.contact_id === null || row.conversation_id === null) return 'no_address'
    const fields = readFields(definition, row.answers)
    const held = await contacts.findStored(database.reads, { organizationId }, row.contact_id).catch(() => null)
    // Replies only to the submitted address: a person at another address of the contact did not request it.
    const address = channelDescriptions[channel].addressFields
      .map((field) => (isSame(fields[field as 'email'], held?.[field]) ? held?.[field] : null))
      .find((one) => one !== null && one !== undefined)
    if (address === undefined || address === null) return 'no_address'
    if (at.getTime() - row.submitted_at.getTime() > AUTO_REPLY_WAIT_MAX_MS && row.confirmed_at === null)
      return 'too_late'
    const hash = createHmac('sha256', app.sealer.keyFor('auto-reply address'))
      .update(`${organizationId} ${channel} ${address.toLowerCase()}`)
      .digest()
    const day = indianDate(row.confirmed_at ?? row.submitted_at)
    const place = { formId: row.form_id, day, hash, id: row.id }
    return database.transaction(async (tx) => {
      const taken = await tx.row(processing.takeReply(organizationId, place, AUTO_REPLIES_OF_A_FORM_A_DAY_MAX))
      if (taken) return null
      const whose = await tx.row<{ submission_id: Uuid }>(processing.replyOf(organizationId, row.form_id, day, hash))
      if (whose === undefined) return 'daily_budget'
      // The submission's own slot, from an attempt with an unknown result: the send's idempotency key prevents a second
      // message.
      return whose.submission_id === row.id ? null : 'already_replied'
    }, organizationId)
  }

  return {
    async send(organizationId, row, version) {
      const refused = await refusalOf(organizationId, row, version)
      if (refused !== null) return settle(organizationId, row.id, refused, null)
      const conversationId = row.conversation_id as Uuid
      const user = await database.reads.row<{ user_id: Uuid }>(conversationUser(organizationId, conversationId))
      if (!user) return settle(organizationId, row.id, 'no_address', null)
      const scope = { organizationId, at: app.clock() }
      // Repeated attempts are one request: the key belongs to the form.
      const actor = onBehalfOf(user.user_id, scope, row.form_id)
      const draft = draftOf(conversationId, row, version)
      const reply = await sender.answer(actor, [draft], keyOf(row.id), replyTo).catch((error: unknown) => {
        if (error instanceof Refusal && !PASSING.has(error.code)) return replyTo([error])
        throw error
      })
      const { id, refused: code } = reply.body as { id?: string; refused?: string }
      const messageId = id === undefined ? null : parseTypeId('msg', id)
      return settle(organizationId, row.id, messageId === null ? (code ?? 'refused') : 'sent', messageId)
    },
  }
}

/** Compared without case: mailboxes do not differ by it. */
const isSame = (submitted: string | undefined, held: string | null | undefined): boolean =>
  submitted !== undefined && submitted.toLowerCase() === held?.toLowerCase()

function draftOf(conversationId: Uuid, row: SubmissionRow, { definition }: FormVersion): NewMessage {
  const {
    channel,
    template_id,
    variables = {},
  } = definition.settings.auto_reply as NonNullable<FormVersion['definition']['settings']['auto_reply']>
  const filled = Object.entries(variables).map(([name, key]) => {
    const field = definition.fields.find((one) => one.key === key)
    return [name, field === undefined ? '' : answerText(field, answerTo(row.answers, key), definition)]
  })
  return { conversation_id: conversationId, channel, template_id, variables: Object.fromEntries(filled) }
}

const keyOf = (id: Uuid): Idempotency => ({
  key: `form-auto-reply ${id}`,
  fingerprint: createHmac('sha256', 'form auto-reply').update(id).digest(),
  earlierFingerprints: [],
})

/** Only an accepted send is stored under the key: a refusal is retried with the next attempt. */
function replyTo([outcome]: DraftOutcome[]): Reply {
  if (outcome === undefined || outcome instanceof Refusal)
    return { status: 422, body: { refused: outcome?.code ?? 'refused' } }
  return { status: 201, body: { id: publicId('msg', outcome.message.id) } }
}
