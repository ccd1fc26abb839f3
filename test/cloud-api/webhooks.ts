// Webhooks as Meta writes and signs them, for tests: built from the documented shapes, with no code of the program.

import { createHmac } from 'node:crypto'
import { type CloudNumber, someNumber } from './server.ts'

const secondsOf = (at: Date): string => String(Math.floor(at.getTime() / 1000))

export interface Write {
  id: string
  at: Date
  /** A phone number in digits; null where WhatsApp hides it. */
  from?: string | null
  userId?: string
  name?: string
  /** The message type, and the content under the key of that name. */
  type?: string
  part?: unknown
  /** Further fields of the message, such as its `context`. */
  more?: object
}

/** A message from a contact. */
export function written(
  {
    id,
    at,
    from = '919876543210',
    userId,
    name = 'Ravi',
    type = 'text',
    part = { body: 'Is it ready?' },
    more = {},
  }: Write,
  number: CloudNumber = someNumber,
): object {
  const address = { ...(from === null ? {} : { wa_id: from }), ...(userId ? { user_id: userId } : {}) }
  return messagesOf(number, {
    contacts: [{ profile: { name }, ...address }],
    messages: [
      {
        ...(from === null ? {} : { from }),
        ...(userId ? { from_user_id: userId } : {}),
        id,
        timestamp: secondsOf(at),
        type,
        [type]: part,
        ...more,
      },
    ],
  })
}

export interface Status {
  id: string
  status: string
  at: Date
  ours?: string
  code?: number
}

/** Statuses of the business's messages. */
export function statuses(all: Status[], number: CloudNumber = someNumber): object {
  return messagesOf(number, {
    statuses: all.map(({ id, status, at, ours, code }) => ({
      id,
      status,
      timestamp: secondsOf(at),
      recipient_id: '919876543210',
      ...(ours === undefined ? {} : { biz_opaque_callback_data: ours }),
      ...(code === undefined
        ? { pricing: { billable: true, pricing_model: 'PMP', category: 'service', type: 'regular' } }
        : {
            errors: [
              { code, title: 'It failed', message: 'It failed', error_data: { details: 'as the test wants it' } },
            ],
          }),
    })),
  })
}

export function messagesOf({ businessAccountId, phoneNumberId }: CloudNumber, value: object): object {
  const metadata = { display_phone_number: '919876500000', phone_number_id: phoneNumberId }
  return webhook(businessAccountId, 'messages', { messaging_product: 'whatsapp', metadata, ...value })
}

export function webhook(businessAccountId: string, field: string, value: object): object {
  return {
    object: 'whatsapp_business_account',
    entry: [{ id: businessAccountId, time: 1749416383, changes: [{ field, value }] }],
  }
}

/** Posts a webhook to its configured address; with a different secret the signature is wrong. */
export async function bring(
  callbackUrl: string,
  body: object | string | Buffer,
  appSecret: string = someNumber.appSecret,
): Promise<{ status: number; text: string }> {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
  const response = await fetch(callbackUrl, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-hub-signature-256': `sha256=${createHmac('sha256', appSecret).update(bytes).digest('hex')}`,
    },
    body: new Uint8Array(bytes),
  })
  return { status: response.status, text: await response.text() }
}
