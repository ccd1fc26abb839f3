// A webhook of the sandbox's Cloud API, as Meta's: signed with the app secret, to the address of the organization's
// account.

import { hash } from 'node:crypto'
import { mustNotBeFenced } from '#installation/fence.ts'
import type { App } from '#kit/app.ts'
import { signature } from '#kit/crypto.ts'
import { withinDeadline } from '#kit/deadlines.ts'
import type { Uuid } from '#kit/ids.ts'
import { createCallbacks } from '#messaging/channels/accounts/callback.ts'
import { mediaTypeOf } from '#messaging/channels/app/payload.ts'
import {
  SANDBOX_BUSINESS_ACCOUNT_ID,
  SANDBOX_PHONE_NUMBER_ID,
  sandboxAppSecrets,
  sandboxCalledBack,
} from '#messaging/channels/app/sandbox-account.ts'

const TIMEOUT_MS = 10_000

export interface ReportedMessage {
  /** The message id that the response contained. */
  id: string
  to: string
  /** Our opaque callback data, returned unchanged. */
  ours: string | undefined
}

/** For `failed` with the error code, if it has one. */
export type CloudApiStatus = 'sent' | 'delivered' | 'read' | { failed: number | null }

export function statusOf({ id, to, ours }: ReportedMessage, status: CloudApiStatus, atSeconds: number): object {
  const isFailure = typeof status !== 'string'
  const errors =
    isFailure && status.failed !== null ? [{ code: status.failed, title: 'as the sandbox was told to' }] : undefined
  return {
    id,
    recipient_id: to,
    timestamp: String(atSeconds),
    ...(ours === undefined ? {} : { biz_opaque_callback_data: ours }),
    status: isFailure ? 'failed' : status,
    ...(errors === undefined ? {} : { errors }),
  }
}

/** What a person writes or does in the app. */
export interface WrittenInApp {
  id: string
  /** A phone number with its plus, or an id within the business. */
  from: string
  atSeconds: number
  content:
    | { text: string }
    | { text: string | null; file: { mediaId: string; filename: string; contentType: string } }
    | { emoji: string | null; to: string }
    | { pressed: Pressed }
    | { button: { payload: string; text: string } }
  /** The quoted message, or the one whose button was pressed, by Meta's id. */
  quoted?: string | null
}

/** A button, or a row of a list. */
export interface Pressed {
  type: 'button' | 'list'
  id: string
  title: string
  description: string | null
}

/** A text, a medium with its caption, a reaction or a pressed button, as a webhook's message. */
export function writtenOf({ id, from, atSeconds, content, quoted = null }: WrittenInApp) {
  const isNumber = from.startsWith('+')
  const writer = isNumber ? { from: from.slice(1) } : { from_user_id: from }
  const context = quoted === null ? {} : { context: { from: SANDBOX_PHONE_NUMBER_ID, id: quoted } }
  const contact = isNumber ? { wa_id: from.slice(1) } : { user_id: from }
  const message = { ...writer, id, timestamp: String(atSeconds), ...context, ...contentOf(content) }
  return { contacts: [contact], messages: [message] }
}

function contentOf(content: WrittenInApp['content']): object {
  if ('emoji' in content)
    return {
      type: 'reaction',
      // A removed reaction has no emoji.
      reaction: { message_id: content.to, ...(content.emoji === null ? {} : { emoji: content.emoji }) },
    }
  if ('button' in content) return { type: 'button', button: content.button }
  if ('pressed' in content) return pressedOf(content.pressed)
  if (!('file' in content)) return { type: 'text', text: { body: content.text } }
  const { text, file } = content
  const type = mediaTypeOf(file)
  const caption = text === null ? {} : { caption: text }
  const medium = { id: file.mediaId, mime_type: file.contentType, filename: file.filename, ...caption }
  return { type, [type]: medium }
}

function pressedOf({ type, id, title, description }: Pressed): object {
  const reply = { id, title, ...(description === null ? {} : { description }) }
  const interactive =
    type === 'button' ? { type: 'button_reply', button_reply: reply } : { type: 'list_reply', list_reply: reply }
  return { type: 'interactive', interactive }
}

/** A webhook with statuses or messages of the phone number. */
export function webhookOf(about: { statuses: readonly object[] } | ReturnType<typeof writtenOf>): Buffer {
  const metadata = { display_phone_number: SANDBOX_PHONE_NUMBER_ID, phone_number_id: SANDBOX_PHONE_NUMBER_ID }
  return changeOf('messages', { messaging_product: 'whatsapp', metadata, ...about }, {})
}

export function changeOf(field: string, value: object, more: { time?: number }): Buffer {
  const entry = [{ id: SANDBOX_BUSINESS_ACCOUNT_ID, ...more, changes: [{ field, value }] }]
  return Buffer.from(JSON.stringify({ object: 'whatsapp_business_account', entry }))
}

/** The fingerprint under which its content is stored. */
export const fingerprintOfWebhook = (body: Buffer): string => hash('sha256', body, 'hex')

/** Returns null when the webhook was accepted. */
export async function postWebhook(app: App, organizationId: Uuid, body: Buffer): Promise<Error | null> {
  const { settings, sealer } = app
  // Loopback where it is known: the public address may lead through a proxy that this machine cannot reach.
  const callbacks = createCallbacks(sealer, () => settings.internalUrl ?? settings.publicUrl)
  const { url } = callbacks.of(sandboxCalledBack(organizationId))
  // A webhook to this program itself is allowed even while fenced; the public address may be the original
  // installation's.
  if (settings.internalUrl === null) await mustNotBeFenced(app)
  const [appSecret] = sandboxAppSecrets(sealer, organizationId) as [string]
  const headers = {
    'content-type': 'application/json',
    'x-hub-signature-256': `sha256=${signature('sha256', appSecret, body)}`,
  }
  return withinDeadline({ of: 'call', name: 'sandbox_whatsapp', ms: TIMEOUT_MS }, async (signal) => {
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body: new Uint8Array(body),
      redirect: 'error',
      signal,
    })
    await response.body?.cancel()
    return response.ok ? null : new Error(`it was answered with ${response.status}`)
  })
}
