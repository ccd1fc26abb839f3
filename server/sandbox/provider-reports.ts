// Delivers a device's reports through the sandbox's providers: by mail to the return path, by deliver_sm, by signed
// webhook. Each is stored like an event of the channel's real provider, with the same fingerprint.

import type { App } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'
import { refusal } from '#kit/refusals.ts'
import { publicId, seconds } from '#kit/wire.ts'
import type { KeepArrivals, NewArrival } from '#messaging/channels/arrivals/arrival.ts'
import type { ChannelName } from '#messaging/channels/channel.ts'
import { type PartRow, partsOf } from '#messaging/channels/sms/queries.ts'
import { Repetitions, writeKept } from '#messaging/channels/sms/smpp/kept.ts'
import { readMessage } from '#messaging/channels/sms/smpp/pdu.ts'
import { readReceipt } from '#messaging/channels/sms/smpp/receipt.ts'
import type { DeliveryRow } from '#messaging/messages/queries.ts'
import type { TakeReceipts } from '#messaging/receipts/taker.ts'
import { fingerprintOfWebhook, postWebhook, statusOf, webhookOf } from './cloud-api-webhook.ts'
import type { ArrivalRow } from './device-queries.ts'
import type { AppWord, MailWord, SmsWord, Words } from './device-words.ts'
import { createMailReports } from './mail-receipts.ts'
import { receiptPdu } from './sms-receipts.ts'

/** Identifies the stored inbound event, to wait until it was processed. */
type Brought = Pick<NewArrival, 'organizationId' | 'channel' | 'fingerprint'>

interface About {
  organizationId: Uuid
  delivery: DeliveryRow
  /** The message as the sandbox received it. */
  arrival: ArrivalRow
}

export function createProviderReports(app: App, keep: KeepArrivals, takeReceipts: TakeReceipts) {
  const { database, clock } = app
  const storeMailReports = createMailReports(app, keep)

  async function kept(arrivals: readonly NewArrival[]): Promise<readonly Brought[]> {
    await keep(arrivals)
    return arrivals
  }

  function byMail({ organizationId, delivery, arrival }: About, word: MailWord): Promise<readonly Brought[]> {
    return storeMailReports({ organizationId, deliveryId: delivery.id, address: arrival.address }, word)
  }

  /** One receipt for each part that has a provider id here. */
  async function bySmpp(about: About, word: SmsWord): Promise<readonly Brought[]> {
    const { organizationId, delivery, arrival } = about
    const parts = await database.reads.rows<PartRow>(partsOf(organizationId, delivery.id))
    const ids = parts.length > 0 ? parts.map((part) => part.provider_id) : [delivery.provider_id]
    const named = ids.filter((id) => id !== null)
    if (named.length === 0) return ofUnnamedSms(about, word)
    const arrivals = named.map((id): NewArrival => {
      const at = clock()
      const pdu = receiptPdu({ id, ...phones(arrival), ...word, at })
      const { fingerprint } = new Repetitions().fingerprintOf(pdu, { endedAtMs: null })
      const body = writeKept({ kind: 'pdu', idFormat: 'as_is', ...pdu })
      return { organizationId, channel: 'sms', source: 'smpp', fingerprint, body, receivedAt: at }
    })
    return kept(arrivals)
  }

  /**
   * The message has no provider id that an SMPP receipt could contain, because the response was lost: the sandbox names
   * the delivery itself.
   */
  async function ofUnnamedSms(
    { organizationId, delivery, arrival }: About,
    word: SmsWord,
  ): Promise<readonly Brought[]> {
    const at = clock()
    const said = readReceipt(readMessage(receiptPdu({ id: 'unknown', ...phones(arrival), ...word, at })))
    if (!said?.status) return []
    const about = { organizationId, channel: 'sms' as const, delivery: { id: delivery.id } }
    const left = await takeReceipts([{ ...about, status: said.status, time: at, error: said.error }])
    if (left.length > 0) throw refusal('temporarily_unavailable', 'sandbox_delivery_recorded')
    return []
  }

  async function byWebhook({ organizationId, delivery, arrival }: About, { status }: AppWord) {
    const id = delivery.provider_id ?? `wamid.${delivery.id}`
    const message = { id, to: arrival.address.replace(/^\+/, ''), ours: publicId('dlv', delivery.id) }
    const body = webhookOf({ statuses: [statusOf(message, status, seconds(clock()))] })
    const fault = await postWebhook(app, organizationId, body).catch((error: Error) => error)
    if (fault !== null) {
      app.log.warn({ err: fault, organization_id: organizationId }, 'sandbox failed to send a WhatsApp status')
      throw refusal('temporarily_unavailable', 'sandbox_report_not_taken')
    }
    return [{ organizationId, channel: 'app' as const, fingerprint: fingerprintOfWebhook(body) }]
  }

  const ways: { [C in ChannelName]: (about: About, word: Words[C]) => Promise<readonly Brought[]> } = {
    email: byMail,
    app: byWebhook,
    sms: bySmpp,
  }

  /** `word` matches the delivery's channel. */
  return (organizationId: Uuid, delivery: DeliveryRow, arrival: ArrivalRow, word: Words[ChannelName]) => {
    const way = ways[delivery.channel] as (about: About, its: Words[ChannelName]) => Promise<readonly Brought[]>
    return way({ organizationId, delivery, arrival }, word)
  }
}

/** The SMS's recipient and sender. */
const phones = ({ address, from_address }: ArrivalRow) => ({ to: address.replace(/^\+/, ''), from: from_address })
