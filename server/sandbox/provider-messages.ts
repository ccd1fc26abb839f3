// Delivers messages written at a device through the sandbox's providers: a mail by SMTP, a deliver_sm over a bind, a
// signed webhook. Each is stored like an event of the channel's real provider, and parsed by the same readers.

import { createHash, hash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { App } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'
import { refusal } from '#kit/refusals.ts'
import { Slots } from '#kit/slots.ts'
import { seconds } from '#kit/wire.ts'
import { gatedStore } from '#messaging/attachments/store/stores.ts'
import type { KeepArrivals, NewArrival } from '#messaging/channels/arrivals/arrival.ts'
import { idOfKept } from '#messaging/channels/arrivals/queries.ts'
import type { ChannelName } from '#messaging/channels/channel.ts'
import { SANDBOX_FROM } from '#messaging/channels/sms/adapter.ts'
import { writeKept } from '#messaging/channels/sms/smpp/kept.ts'
import type { Attached } from './attached.ts'
import {
  fingerprintOfWebhook,
  type Pressed,
  postWebhook,
  type WrittenInApp,
  webhookOf,
  writtenOf,
} from './cloud-api-webhook.ts'
import { bringMail } from './mail-writing.ts'
import { mediaIdOf, SANDBOX_DOMAIN } from './rules.ts'
import { bringSms } from './sms-writing.ts'

/** Identifies the stored inbound event, to wait until it was processed. */
export type Brought = Pick<NewArrival, 'organizationId' | 'channel' | 'fingerprint'>

export interface Writing {
  organizationId: Uuid
  channel: ChannelName
  /** In the channel's format. */
  from: string
  subject: string | null
  text: string | null
  files: readonly Attached[]
  /** The quoted message, or the one whose button is pressed. */
  quoted: string | null
  pressed: Pressed | null
  /** The same when the same message is delivered again. */
  name: Buffer
  at: Date
}

export interface ProviderMessages {
  /** The provider's id of the message; null when it is not known before delivery. */
  providerIdOf(writing: Writing): string | null
  /** Resolves once the message is stored; rejects when nothing of it was. */
  bring(writing: Writing): Promise<readonly Brought[]>
  /** The provider's ids of delivered messages. */
  providerIdsOf(writing: Writing, brought: readonly Brought[]): Promise<readonly string[]>
  /** A reaction to a message that has a provider id. */
  react(
    organizationId: Uuid,
    from: string,
    reaction: { emoji: string | null; to: string; name: Buffer },
  ): Promise<Brought>
  /** Presses a quick reply of a template message that has a provider id; returns the id of the reply. */
  press(
    organizationId: Uuid,
    from: string,
    pressed: { button: { payload: string; text: string }; to: string; name: Buffer },
  ): Promise<{ brought: Brought; providerId: string }>
}

interface Way {
  bring(writing: Writing): Promise<readonly Brought[]>
  /** The provider's id of the message; null when it is not known before delivery. */
  nameOf(name: Buffer): string | null
}

/** Each delivery briefly runs a server of its own. */
const AT_ONCE = 20

export function createProviderMessages(app: App, keep: KeepArrivals): ProviderMessages {
  const { database, clock, log } = app
  const store = gatedStore(app)
  const slots = new Slots(AT_ONCE)

  async function byMail({ organizationId, from, subject, text, files, name, at }: Writing) {
    const brought: Brought[] = []
    const attachments = files.map(({ id, filename, content_type: contentType }) => {
      const content = Readable.from(opened({ organizationId, id }), { objectMode: false })
      return { filename, contentType, content }
    })
    await bringMail(
      app,
      organizationId,
      { from, subject, text, messageId: mailNameOf(name), at, attachments },
      async (all) => {
        await keep(all)
        brought.push(...all)
      },
    )
    return brought
  }

  async function* opened(key: { organizationId: Uuid; id: Uuid }): AsyncGenerator<Buffer> {
    yield* (await store.get(key)) as AsyncIterable<Buffer>
  }

  async function bySmpp({ organizationId, from, text, name }: Writing) {
    const brought: Brought[] = []
    const written = { from, to: SANDBOX_FROM, text: text ?? '', reference: name.readUInt16BE(0) }
    await bringSms(app, written, async (pdu, part) => {
      // By content, like a real PDU's fingerprint; `name` and `part` identify a repetition.
      const content = createHash('sha256').update(String(pdu.command)).update(pdu.body).digest('hex')
      const fingerprint = `message:${content}:${name.toString('hex')}:${part}`
      const body = writeKept({ kind: 'pdu', idFormat: 'as_is', ...pdu })
      const one: NewArrival = { organizationId, channel: 'sms', source: 'smpp', fingerprint, body, receivedAt: clock() }
      await keep([one])
      brought.push(one)
    })
    return brought
  }

  async function byWebhook(organizationId: Uuid, written: WrittenInApp): Promise<Brought> {
    const body = webhookOf(writtenOf(written))
    const fault = await postWebhook(app, organizationId, body).catch((error: Error) => error)
    if (fault !== null) throw fault
    return { organizationId, channel: 'app', fingerprint: fingerprintOfWebhook(body) }
  }

  async function byApp({ organizationId, from, text, files, quoted, pressed, name, at }: Writing) {
    const [file] = files
    const medium = file && { mediaId: mediaIdOf(file.id), filename: file.filename, contentType: file.content_type }
    const content = pressed ? { pressed } : medium ? { text, file: medium } : { text: text ?? '' }
    return [await byWebhook(organizationId, { id: appNameOf(name), from, atSeconds: seconds(at), content, quoted })]
  }

  const ways: Record<ChannelName, Way> = {
    email: { bring: byMail, nameOf: mailNameOf },
    app: { bring: byApp, nameOf: appNameOf },
    // A deliver_sm has no message id: one is derived from the stored PDU.
    sms: { bring: bySmpp, nameOf: () => null },
  }

  async function attempt<T>(channel: ChannelName, organizationId: Uuid, work: () => Promise<T>): Promise<T> {
    try {
      return await slots.take(work)
    } catch (err) {
      log.warn({ err, organization_id: organizationId, channel }, 'sandbox failed to deliver an inbound message')
      throw refusal('temporarily_unavailable', 'sandbox_message_not_taken')
    }
  }

  return {
    providerIdOf: ({ channel, name }) => ways[channel].nameOf(name),
    bring: (writing) => attempt(writing.channel, writing.organizationId, () => ways[writing.channel].bring(writing)),
    async providerIdsOf(writing, brought) {
      const known = this.providerIdOf(writing)
      if (known !== null) return [known]
      const rows = await Promise.all(brought.map((one) => database.reads.row<{ id: Uuid }>(idOfKept(one))))
      return rows.flatMap((row) => (row ? [`smpp:${row.id}`] : []))
    },
    react: (organizationId, from, { emoji, to, name }) =>
      attempt('app', organizationId, () =>
        byWebhook(organizationId, { id: appNameOf(name), from, atSeconds: seconds(clock()), content: { emoji, to } }),
      ),
    press: (organizationId, from, { button, to, name }) =>
      attempt('app', organizationId, async () => {
        const providerId = appNameOf(name)
        const written = { id: providerId, from, atSeconds: seconds(clock()), content: { button }, quoted: to }
        return { brought: await byWebhook(organizationId, written), providerId }
      }),
  }
}

const appNameOf = (name: Buffer): string => `wamid.${hash('sha256', name, 'base64url')}`
const mailNameOf = (name: Buffer): string => `<${name.toString('hex')}@${SANDBOX_DOMAIN}>`
