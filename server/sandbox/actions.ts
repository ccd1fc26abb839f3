// The sandbox's inbox: what was sent to contacts while no real account is set up, and writing as one of them.

import { checkCursor, checkPage, envelope } from '#edge/paging.ts'
import type { Actor, App } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { absent, invalid } from '#kit/refusals.ts'
import type { ChannelName } from '#messaging/channels/channel.ts'
import { readLine, readLines } from '#messaging/contacts/rules.ts'
import { seesAll } from '#messaging/conversations/rules.ts'
import { receive } from '#messaging/inbound/actions.ts'
import type { MessageRow } from '#messaging/messages/queries.ts'
import { isGatewaySandboxOn } from '#money/gateways/accounts/actions.ts'
import { lacking, rolePermissions } from '#people/access/rules.ts'
import { isAnySandboxOn } from './carried.ts'
import type { SandboxMessageRow } from './queries.ts'
import * as queries from './queries.ts'
import type { NewSandboxMessage, SandboxQuery } from './schema.ts'
import { showSandboxMessage } from './show.ts'

/** The link of an invitation lets its reader become who is invited: only for who may invite to that role anyway. */
export function lookerOf(actor: Actor): queries.Looker {
  const { organizationId, userId, permissions } = actor
  const holdsAll = lacking(permissions, rolePermissions).length === 0
  const invitations = holdsAll ? 'all' : permissions.has('users.manage') ? 'own' : 'none'
  return { organizationId, userId, seesAll: seesAll(actor), invitations }
}

/** Of the channels whose sandbox is on. */
export async function list(tx: Tx, actor: Actor, query: SandboxQuery, carried: readonly ChannelName[]) {
  const { organizationId } = actor
  checkPage(query)
  await checkCursor(query, async (id) => (await tx.row(queries.exists(organizationId, id))) !== undefined)
  return envelope(
    query,
    await tx.rows<SandboxMessageRow>(queries.list(lookerOf(actor), query, carried)),
    showSandboxMessage,
  )
}

/** Of the channels whose sandbox is on. */
export async function find(tx: Tx, actor: Actor, id: Uuid, carried: readonly ChannelName[]) {
  const row = await tx.row<SandboxMessageRow>(queries.one(lookerOf(actor), id))
  if (!row || !carried.includes(row.channel)) throw absent('sandbox message')
  return row
}

/** As if the contact had sent it over the channel. */
export async function writeAsContact(tx: Tx, scope: Actor, input: NewSandboxMessage): Promise<MessageRow> {
  const { channel, from, subject = null, text } = input
  if (subject !== null && 'message' in readLine(subject))
    throw invalid('subject', 'must be one line without control characters')
  const reading = readLines(text)
  if ('message' in reading) throw invalid('text', reading.message)
  // Every provider names what it brings, a mail program by a Message-ID.
  const providerId = `<${newUuid(scope.at.getTime())}@sandbox.invalid>`
  const content = { subject, text, html: null, attachments: [] }
  const incoming = { channel, from, providerId, content, time: scope.at }
  const { message } = await receive(tx, scope, incoming)
  if (!message) throw new Error('a message with a new name was here before')
  return message
}

/**
 * How long it may not be noticed that a real gateway was switched on: with what is remembered of the accounts, under
 * 5 seconds.
 */
const WATCH_KEPT_MS = 1000

/**
 * Whether anything here is a test: any sandbox, of any kind. Asked for with every request, so it is looked up once in
 * a while.
 */
export function createSandboxWatch(app: App): () => boolean | Promise<boolean> {
  const { settings } = app
  if (settings.sandbox === 'off') return () => false
  if (settings.sandbox === 'on') return () => true
  let isOn = true
  let until = 0
  return () => {
    if (performance.now() < until) return isOn
    until = performance.now() + WATCH_KEPT_MS
    return Promise.all([isGatewaySandboxOn(app), isAnySandboxOn(app.database.reads, settings)]).then(
      (found) => {
        isOn = found.includes(true)
        return isOn
      },
      // The database does not answer; who asks for more than this header is told so.
      () => isOn,
    )
  }
}
