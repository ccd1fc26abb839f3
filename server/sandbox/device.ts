// A person's phone and mailbox: the messages received on each channel, and the messages they wrote.

import type { Actor, App } from '#kit/app.ts'
import { markedText } from '#kit/chat-text.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import { refusal } from '#kit/refusals.ts'
import { publicId, seconds } from '#kit/wire.ts'
import { createLinks } from '#messaging/attachments/links.ts'
import { type AttachedRow, type OfMessageRow, ofMessages } from '#messaging/attachments/queries.ts'
import { showAttached } from '#messaging/attachments/show.ts'
import { filesById } from '#messaging/attachments/template-file-queries.ts'
import { channels } from '#messaging/channels/channels.ts'
import { showComponents, withFileOf } from '#messaging/messages/components.ts'
import { showAnswered } from '#messaging/messages/show.ts'
import { mediaHeaderOf } from '#messaging/templates/components.ts'
import { lookerOf } from './actions.ts'
import { mustBeOn } from './carried.ts'
import * as queries from './device-queries.ts'
import type { DeviceQuery } from './schema.ts'

/** Maximum number of entries per channel, and of written messages. */
const ENTRIES_MAX = 50
const fields = ['email', 'phone_number', 'app_id'] as const

type Addresses = Record<(typeof fields)[number], string | null>

/** For a contact with one of the addresses, includes messages at the contact's other addresses. */
export async function device(tx: Tx, app: App, actor: Actor, query: DeviceQuery) {
  const { settings } = app
  const { organizationId } = actor
  const channels = await mustBeOn(tx, settings, actor)
  const asked = fields.filter((field) => query[field] !== undefined)
  if (asked.length === 0) throw refusal('invalid_query', 'device_without_address')
  // Anybody who may use the sandbox can read messages by address; showing whose address it is requires a permission.
  const owner = actor.permissions.has('contacts.view') ? await ownerOf(tx, actor, query) : null
  const readsWritten = actor.permissions.has('messages.view')
  const given = { email: query.email ?? null, phone_number: query.phone_number ?? null, app_id: query.app_id ?? null }
  const { email, phone_number, app_id } = owner ? withoutNull(owner, given) : given
  const looker = lookerOf(actor)
  const [arrived, written] = await Promise.all([
    tx.rows<queries.EntryRow>(queries.arrivedAt(looker, placesOf({ email, phone_number, app_id }), ENTRIES_MAX)),
    owner && readsWritten ? tx.rows<queries.EntryRow>(queries.writtenBy(looker, owner.id, ENTRIES_MAX)) : [],
  ])
  const messageIds = [...new Set([...arrived, ...written].flatMap(({ message_id }) => message_id ?? []))]
  const files = messageIds.length === 0 ? [] : await tx.rows<OfMessageRow>(ofMessages(organizationId, messageIds))
  const filesOf = Map.groupBy(files, ({ message_id }) => message_id)
  const headerIds = arrived.flatMap(({ components }) => mediaHeaderOf(components)?.id ?? [])
  const headers = headerIds.length === 0 ? [] : await tx.rows<AttachedRow>(filesById(organizationId, headerIds))
  const headerOf = new Map(headers.map((file) => [file.id, file]))
  const linkTo = createLinks(app).of(organizationId)
  // As they were sent: of each message they are kept once.
  const entryOf = (row: queries.EntryRow) => {
    const { components } = row
    const ofHeader = headerOf.get(mediaHeaderOf(components)?.id as Uuid) ?? null
    const own = withFileOf(filesOf.get(row.message_id as Uuid) ?? [], ofHeader)
    return {
      ...shown(row),
      ...showComponents(components, own[0]?.id ?? null),
      attachments: own.map((file) => showAttached(file, linkTo)),
    }
  }
  const entries = [
    ...arrived.map((row) => ({ ...entryOf(row), id: publicId('sbx', row.id), side: 'received' as const })),
    ...written.map((row) => ({ ...entryOf(row), id: publicId('msg', row.id), side: 'written' as const })),
  ]
  return {
    contact_id: publicId('contact', owner?.id ?? null),
    display_name: owner?.display_name ?? null,
    email,
    phone_number,
    app_id,
    channels,
    entries: entries
      .filter(({ channel }) => channels.includes(channel))
      .toSorted((one, other) => one.at - other.at || (one.id.slice(4) < other.id.slice(4) ? -1 : 1)),
  }
}

async function ownerOf(tx: Tx, { organizationId }: Actor, query: DeviceQuery): Promise<queries.OwnerRow | null> {
  for (const field of fields) {
    const address = query[field]
    const row = address && (await tx.row<queries.OwnerRow>(queries.ownerOf(organizationId, field, address)))
    if (row) return row
  }
  return null
}

function withoutNull(one: Addresses, other: Addresses): Addresses {
  return {
    email: one.email ?? other.email,
    phone_number: one.phone_number ?? other.phone_number,
    app_id: one.app_id ?? other.app_id,
  }
}

/** Providers write phone numbers with the plus and without. */
function placesOf({ email, phone_number, app_id }: Addresses): queries.Place[] {
  const numbers = phone_number === null ? [] : [phone_number, phone_number.replace(/^\+/, '')]
  const places: queries.Place[] = [
    ...(email === null ? [] : [{ channel: 'email' as const, address: email }]),
    ...numbers.map((address) => ({ channel: 'sms' as const, address })),
    ...[...numbers, ...(app_id === null ? [] : [app_id])].map((address) => ({ channel: 'app' as const, address })),
  ]
  return places.map(({ channel, address }) => ({ channel, address: address.toLowerCase() }))
}

function shown(row: queries.EntryRow) {
  const { channel, from_address, subject, text, has_html, message_id, delivery_id, status, reaction, at } = row
  const { in_reply_to, interactive } = row
  return {
    channel,
    from: from_address,
    subject,
    text,
    marked: text === null ? [] : channels[channel].opensWindow ? markedText(text) : [{ text, marks: [] }],
    has_html,
    message_id: publicId('msg', message_id),
    delivery_id: publicId('dlv', delivery_id),
    status,
    reaction,
    in_reply_to: showAnswered(in_reply_to),
    interactive,
    at: seconds(at),
  }
}
