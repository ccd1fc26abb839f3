// Interprets mail providers' webhooks: delivery events, complaints, unsubscriptions, and mails. Everything belongs to
// the organization whose account was called, whatever the content says.

import type { Email } from 'postal-mime'
import type { App } from '#kit/app.ts'
import { parseTypeId, type Uuid } from '#kit/ids.ts'
import { type Details, detailsOf } from '#kit/messages/details.ts'
import { type Arrival, type ArrivalReader, NotUnderstood } from '../../arrivals/arrival.ts'
import { type Arrived, nothingArrived, type Receipt, type Suppression } from '../../arrivals/arrived.ts'
import { readMail } from '../reading/apart.ts'
import { contentHashOf } from '../reading/content-hash.ts'
import type { ParsedMail } from '../reading/parse.ts'
import type { BouncedDelivery } from '../reading/queries.ts'
import { type ReaderParts, readerParts, understand } from '../reading/reader.ts'
import { wordsOf } from '../reading/words.ts'
import { oneLine } from '../replies.ts'
import { type Amazon, createAmazon } from './amazon.ts'
import { unpackCall } from './kept-call.ts'
import type { DeliveryNames, MailEvent, ProvidedMail } from './provider.ts'
import { createWebhookProviders, type WebhookProviders } from './providers.ts'

const DETAIL_MAX = 500
const RECIPIENTS_MAX = 50

export function createMailWebhookReader(app: App): ArrivalReader {
  const amazon = createAmazon(app)
  return mailWebhookReader(readerParts(app), createWebhookProviders(app, amazon), amazon)
}

export function mailWebhookReader(
  parts: ReaderParts,
  providers: WebhookProviders,
  { confirm }: Pick<Amazon, 'confirm'>,
): ArrivalReader {
  return {
    async read(arrival) {
      const { provider, contentType, body } = unpackCall(arrival.body)
      const { events, mails, confirmAt } = await providers[provider].read({ contentType, body })
      if (confirmAt !== null) await confirm(new URL(confirmAt))
      const all: Arrived[] = []
      for (const event of events) all.push(await happened(parts, arrival, event))
      for (const mail of mails) all.push(...(await came(parts, arrival, mail)))
      return {
        ...nothingArrived,
        messages: all.flatMap(({ messages }) => messages),
        receipts: all.flatMap(({ receipts }) => receipts),
        suppressions: all.flatMap(({ suppressions }) => suppressions),
      }
    },
  }
}

/**
 * An event about no delivery of the organization has no effect. One about another address than the delivery's, as after
 * a forwarding, neither confirms the delivery nor suppresses the address.
 */
async function happened(parts: ReaderParts, arrival: Arrival, event: MailEvent): Promise<Arrived> {
  const { organizationId, receivedAt } = arrival
  const id = deliveryIn(parts, organizationId, event.names)
  const sent = id === null ? undefined : await parts.deliveryOf(organizationId, id)
  if (id === null || sent === undefined) return nothingArrived
  const time = event.time !== null && event.time <= receivedAt ? event.time : receivedAt
  const detail = oneLine(event.detail).slice(0, DETAIL_MAX)
  const suppressed = (reason: Suppression['reason'], said: Details): Suppression[] =>
    sent.address !== null && isAbout(event, sent) ? [{ address: sent.address, reason, detail: said, time }] : []
  const receipt = (status: Receipt['status'], error: Receipt['error']): Receipt[] => [
    { organizationId, channel: 'email', delivery: { id }, status, time, error },
  ]
  switch (event.what) {
    case 'delivered':
      return { ...nothingArrived, receipts: isAbout(event, sent) ? receipt('delivered', null) : [] }
    case 'undelivered':
      return { ...nothingArrived, receipts: receipt('undelivered', { code: 'bounced', detail }) }
    case 'never_left':
      return { ...nothingArrived, receipts: receipt('failed', { code: 'refused', detail }) }
    case 'gone':
      return {
        ...nothingArrived,
        receipts: receipt('undelivered', { code: 'bounced', detail }),
        suppressions: suppressed('bounced', detail),
      }
    case 'complained':
      return {
        ...nothingArrived,
        suppressions: suppressed('complained', detailsOf('complained_to_mail_provider', { type: detail || 'abuse' })),
      }
    case 'unsubscribed':
      return { ...nothingArrived, suppressions: suppressed('unsubscribed', detailsOf('unsubscribed_at_provider')) }
  }
}

const isAbout = ({ recipients }: MailEvent, { address }: BouncedDelivery): boolean =>
  recipients.some((one) => one.toLowerCase() === address?.toLowerCase())

/** Only the organization's own: other organizations' return paths are ignored. */
function deliveryIn({ own }: ReaderParts, organizationId: Uuid, names: DeliveryNames): Uuid | null {
  const proven = own.read(names.returnPath ?? '')
  if (proven?.kind === 'bounce') return proven.organizationId === organizationId ? proven.id : null
  const named = /^<?([^@<>]+)@/.exec(names.messageId ?? '')?.[1] ?? ''
  return parseTypeId('dlv', names.told ?? '') ?? parseTypeId('dlv', named)
}

/** Once per recipient address; by the self-authenticating one if there is one. */
async function came(parts: ReaderParts, arrival: Arrival, { from, to, content, isAuthenticated }: ProvidedMail) {
  const raw = 'raw' in content ? content.raw : null
  const mail = 'fields' in content ? parsedOf(content.fields) : await readMail(content.raw)
  const given = to.slice(0, RECIPIENTS_MAX).map((address) => ({ address, about: parts.own.read(address) }))
  const proven = given.filter(({ about }) => about !== null)
  // One of the organization's own addresses suffices: the content is the same.
  const all = proven.length > 0 ? proven : given.slice(0, 1)
  if (all.length === 0) throw new NotUnderstood('the recipient is missing')
  const arrived: Arrived[] = []
  for (const { address, about } of all) {
    if (about !== null && about.organizationId !== arrival.organizationId) continue
    const envelope = { from: from ?? mail.from?.address ?? '', to: address, client: null }
    const inbox = { kind: 'inbox' as const, organizationId: arrival.organizationId }
    arrived.push(await understand(parts, { arrival, envelope, raw, about: about ?? inbox, mail, isAuthenticated }))
  }
  return arrived
}

export function parsedOf(fields: Email): ParsedMail {
  return { ...fields, words: wordsOf(fields), contentHash: contentHashOf(fields) }
}
