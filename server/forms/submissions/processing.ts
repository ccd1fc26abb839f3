// Processes stored submissions: contact, consents, lists, message and event, in one transaction for each submission.
// Each step ends with an update that only one attempt can make, so a repeated one changes nothing.

import { emit } from '#events/actions.ts'
import { runHooks } from '#events/hooks.ts'
import type { App, Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import { passesByItself } from '#kit/database/errors.ts'
import type { Uuid } from '#kit/ids.ts'
import { Refusal } from '#kit/refusals.ts'
import { enqueueWork } from '#kit/work.ts'
import * as contacts from '#messaging/contacts/actions.ts'
import * as conversations from '#messaging/conversations/actions.ts'
import * as conversationQueries from '#messaging/conversations/queries.ts'
import { receive } from '#messaging/inbound/actions.ts'
import { memberFor, onBehalfOf } from './actor.ts'
import { consentsIn, messageText } from './answer-text.ts'
import { type AutoReplies, replyDue } from './auto-reply.ts'
import { applyConsents, applyLists, applyMatch, channelOf, findMatch, readFields } from './contact.ts'
import { formSubmitted } from './events.ts'
import type { Outcome } from './process-queries.ts'
import * as processing from './process-queries.ts'
import type { SubmissionRow } from './queries.ts'
import * as queries from './queries.ts'
import { pauseAfter, TRIES_MAX } from './rules.ts'
import { partOf, termsOf } from './terms.ts'
import { type FormVersion, versionOf } from './versions.ts'

/** Maximum number of submissions read at a time. */
const PIECE_MAX = 200
/** Minimum interval between member notifications about one form. */
export const NOTICE_EVERY_MS = 5 * 60_000

/** Another attempt has already processed it: this transaction rolls back. */
class Superseded extends Error {}

interface Loaded {
  row: SubmissionRow
  version: FormVersion
}

export function createProcessing(app: App, replies: AutoReplies) {
  const { database } = app

  /** Processes an organization's due submissions; returns the time when more are due. */
  return async (organizationId: Uuid, signal: AbortSignal): Promise<Date | null> => {
    const due = await database.reads.rows<SubmissionRow>(processing.due(organizationId, app.clock(), PIECE_MAX))
    const plain: Loaded[] = []
    const single: Loaded[] = []
    for (const row of due) {
      const version = await versionOf(database.reads, { ...row, org_id: organizationId })
      if (version === null) throw new Error('a submission answers a version that is not stored')
      const fields = readFields(version.definition, row.answers)
      const leadsNowhere = fields.email === undefined && fields.phone_number === undefined
      const isPlain = row.state === 'stored' && row.processed_at === null && leadsNowhere
      ;(isPlain ? plain : single).push({ row, version })
    }
    if (plain.length > 0) await finishTogether(organizationId, plain)
    for (const one of single) {
      if (signal.aborted) return app.clock()
      await attempt(organizationId, [one], () => step(organizationId, one))
    }
    return (await database.reads.row<{ due_at: Date | null }>(processing.nextDue(organizationId)))?.due_at ?? null
  }

  /** A failure is recorded with the submissions and never stops the others. */
  async function attempt(organizationId: Uuid, all: readonly Loaded[], work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (error instanceof Superseded) return
      // Not the submissions' fault: all of the organization's work is retried.
      if (passesByItself(error)) throw error
      app.log.warn({ err: error, organization_id: organizationId }, 'submission not processed')
      const code = error instanceof Refusal ? error.code : 'internal_error'
      const at = app.clock()
      await database.transaction(async (tx) => {
        for (const { row } of all) {
          const isLast = row.tries + 1 >= TRIES_MAX
          const dueAt = isLast ? null : new Date(at.getTime() + pauseAfter(row.tries + 1))
          await tx.run(processing.noteFailure(organizationId, row, code, dueAt))
        }
      }, organizationId)
    }
  }

  /** In one transaction; individually when one of them makes it fail. */
  async function finishTogether(organizationId: Uuid, all: readonly Loaded[]): Promise<void> {
    try {
      await finishPlain(organizationId, all)
    } catch (error) {
      if (passesByItself(error)) throw error
      for (const one of all) await attempt(organizationId, [one], () => finishPlain(organizationId, [one]))
    }
  }

  async function step(organizationId: Uuid, loaded: Loaded): Promise<void> {
    const { row } = loaded
    if (row.processed_at === null || row.confirmation === 'confirmed') {
      const isFirst = row.processed_at === null
      const after = await database.transaction(async (tx) => {
        const scope = { organizationId, at: app.clock() }
        return isFirst ? first(tx, scope, loaded) : confirmed(tx, scope, loaded)
      }, organizationId)
      if (after.confirmation === 'waiting') app.wake('form_mails')
      if (after.auto_reply === 'due') await replies.send(organizationId, after, loaded.version)
      return
    }
    await replies.send(organizationId, row, loaded.version)
  }

  async function finishPlain(organizationId: Uuid, all: readonly Loaded[]): Promise<void> {
    const scope = { organizationId, at: app.clock() }
    const versions = new Map(all.map(({ row, version }) => [row.id, version]))
    await database.transaction(async (tx) => {
      const rows = await tx.rows<SubmissionRow>(processing.finishPlain(organizationId, all.map(plainOf), scope.at))
      const files = await tx.rows<queries.FileRow>(
        queries.filesOf(
          organizationId,
          rows.map(({ id }) => id),
        ),
      )
      const told = new Set<Uuid>()
      const events = []
      for (const row of rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
        const version = versions.get(row.id) as FormVersion
        const isNotice = !told.has(row.form_id) && (await isToNotify(tx, scope, row, version))
        if (isNotice) told.add(row.form_id)
        events.push(formSubmitted(row, files, { name: version.name, isNotice }))
      }
      await runHooks('words.changed', tx, scope, { kind: 'submission', ids: rows.map(({ id }) => id) })
      await emit(tx, organizationId, scope.at, events)
    }, organizationId)
  }

  /** True at most once per `NOTICE_EVERY_MS` for a form whose settings enable notifications. */
  async function isToNotify(tx: Tx, { organizationId, at }: Scope, row: SubmissionRow, version: FormVersion) {
    if (version.definition.settings.notify !== true) return false
    const since = new Date(at.getTime() - NOTICE_EVERY_MS)
    return (await tx.row(processing.takeNotice(organizationId, row.form_id, at, since))) !== undefined
  }

  /** The first step of a submission with an address. */
  async function first(tx: Tx, scope: Scope, { row, version }: Loaded): Promise<SubmissionRow> {
    const { organizationId, at } = scope
    const { definition, name } = version
    const { settings } = definition
    const form = await tx.row<{ created_by: Uuid }>(processing.formOwner(organizationId, row.form_id))
    // Locked, so that no member loses access to conversations before this is stored.
    await tx.run(conversationQueries.shareReaders(organizationId))
    const fields = readFields(definition, row.answers)
    const contact = await applyMatch(tx, scope, await findMatch(tx, scope, fields, false), form?.created_by ?? null)
    const agreed = consentsIn(definition, row.answers, row.language)
    const isWaiting = settings.double_opt_in === true && fields.email !== undefined
    // Without a confirmation, only a contact that this submission created is changed.
    const applies = contact?.link === 'created' && settings.double_opt_in !== true
    const outcome: Outcome = {
      contact,
      confirmation: isWaiting ? 'waiting' : 'none',
      conversationId: null,
      messageId: null,
      autoReply:
        settings.auto_reply && settings.double_opt_in === true ? 'not_confirmed' : replyDue(row, version, agreed),
    }
    if (contact && settings.create_conversation === true) {
      const held = await contacts.findStored(tx, scope, contact.id)
      const way = channelOf(fields, held)
      const message = way && (await receive(tx, scope, incomingOf(way, name, row, version)))?.message
      if (message) Object.assign(outcome, { conversationId: message.conversation_id, messageId: message.id })
    }
    if (contact && outcome.autoReply === 'due') outcome.conversationId ??= await conversationWith(tx, scope, contact.id)
    if (contact && applies) {
      await applyConsents(tx, scope, contact.id, agreed)
      await applyLists(tx, scope, contact.id, settings.list_ids ?? [])
    }
    if (isWaiting) tx.onCommit(enqueueWork('form_mails', organizationId, at))
    const done = await tx.row<SubmissionRow>(
      processing.finishFirst(organizationId, processedOf({ row, version }), outcome, at),
    )
    if (!done) throw new Superseded()
    await runHooks('words.changed', tx, scope, { kind: 'submission', ids: [row.id] })
    const files = await tx.rows<queries.FileRow>(queries.filesOf(organizationId, [row.id]))
    const isNotice = await isToNotify(tx, scope, row, version)
    await emit(tx, organizationId, at, [formSubmitted(done, files, { name, isNotice })])
    return done
  }

  /** Applies the answers to the contact once the email address is confirmed. */
  async function confirmed(tx: Tx, scope: Scope, { row, version }: Loaded): Promise<SubmissionRow> {
    const { organizationId, at } = scope
    const { settings } = version.definition
    const form = await tx.row<{ created_by: Uuid }>(processing.formOwner(organizationId, row.form_id))
    await tx.run(conversationQueries.shareReaders(organizationId))
    const fields = readFields(version.definition, row.answers)
    const found = await applyMatch(tx, scope, await findMatch(tx, scope, fields, true), form?.created_by ?? null)
    const contact = found && { ...found, link: 'confirmed' as const }
    const agreed = consentsIn(version.definition, row.answers, row.language)
    const autoReply = replyDue(row, version, agreed)
    const conversationId = contact && autoReply === 'due' ? await conversationWith(tx, scope, contact.id) : null
    if (contact) {
      await applyConsents(tx, scope, contact.id, agreed)
      await applyLists(tx, scope, contact.id, settings.list_ids ?? [])
    }
    const outcome = { contact, conversationId, autoReply }
    const done = await tx.row<SubmissionRow>(processing.finishConfirmed(organizationId, row.id, outcome, at))
    if (!done) throw new Superseded()
    return done
  }
}

const processedOf = ({ row, version }: Loaded): processing.Processed => ({
  id: row.id,
  terms: termsOf(row.form_id, partOf(Number(row.number)), row.answers),
  consent: consentsIn(version.definition, row.answers, row.language),
})

/** Processes a submission without an address: an automatic reply cannot be sent. */
const plainOf = (loaded: Loaded) => ({
  ...processedOf(loaded),
  autoReply: loaded.version.definition.settings.auto_reply === undefined ? null : 'no_address',
})

type Way = NonNullable<ReturnType<typeof channelOf>>

/** An inbound message with an unverified sender: it opens no session and changes no opt-in or opt-out. */
const incomingOf = ({ channel, from }: Way, name: string, row: SubmissionRow, { definition }: FormVersion) => ({
  channel: channel as NonNullable<typeof channel>,
  from,
  providerId: null,
  content: { subject: name, text: messageText(definition, row.answers), html: null, attachments: [] },
  isAuthenticated: false,
  time: row.submitted_at,
})

/** A conversation that belongs to the contact's owner. */
async function conversationWith(tx: Tx, scope: Scope, contactId: Uuid): Promise<Uuid> {
  const { owner_id: ownerId } = await contacts.findStored(tx, scope, contactId)
  const actor = onBehalfOf(await memberFor(tx, scope, ownerId), scope)
  const [outcome] = await conversations.start(tx, scope, [{ actor, input: { contact_id: contactId } }])
  if (!outcome || outcome instanceof Refusal) throw outcome
  return outcome.row.id
}
