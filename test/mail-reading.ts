// Parses inbound mails for one organization with one delivery, one conversation and one contact, without a database.

import { randomBytes } from 'node:crypto'
import { createSealer } from '#kit/crypto.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import type { Arrival } from '#messaging/channels/arrivals/arrival.ts'
import { type AddressKind, createOwnAddresses } from '#messaging/channels/email/addresses.ts'
import { mailReader } from '#messaging/channels/email/reading/reader.ts'
import { pack } from '#messaging/channels/email/receiver/kept-mail.ts'

const DOMAIN = 'in.samvad.example'
export const RECEIVED = new Date('2026-03-10T06:30:00Z')
export const own = createOwnAddresses(createSealer(randomBytes(32).toString('hex')), DOMAIN)
export const organizationId = newUuid()
export const [deliveryId, conversationId, contactId] = [newUuid(), newUuid(), newUuid()] as [Uuid, Uuid, Uuid]
export const isAuthenticated = { value: true }
export const reader = mailReader({
  own,
  deliveryOf: async (organization, id) =>
    organization === organizationId && id === deliveryId
      ? { address: 'ravi@shop.example', conversation_id: conversationId }
      : undefined,
  emailOf: async (organization, id) =>
    organization === organizationId && id === contactId ? 'ravi@shop.example' : null,
  emailOfConversation: async (organization, id) =>
    organization === organizationId && id === conversationId ? 'ravi@shop.example' : null,
  authenticityOf: async () => ({ spf: 'pass', dkim: 'pass', dmarc: 'pass', isAuthenticated: isAuthenticated.value }),
})
const ids: Record<AddressKind, Uuid> = {
  bounce: deliveryId,
  reply: conversationId,
  answer: deliveryId,
  unsubscribe: contactId,
}

export function arrivalOf(
  raw: string | Buffer,
  kind: AddressKind,
  changes: { from?: string; id?: Uuid; in?: Uuid } = {},
): Arrival {
  const { from = 'ravi@shop.example', id = ids[kind], in: organization = organizationId } = changes
  const envelope = { from, to: own.make({ kind, organizationId: organization, id }), client: null }
  return {
    id: newUuid(),
    organizationId: organization,
    channel: 'email',
    source: 'mail',
    fingerprint: 'x',
    body: pack({ envelope, raw: Buffer.from(raw) }),
    receivedAt: RECEIVED,
  }
}
export const read = (...[raw, kind, changes]: Parameters<typeof arrivalOf>) =>
  reader.read(arrivalOf(raw, kind, changes))
