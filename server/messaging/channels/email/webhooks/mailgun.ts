// Mailgun: events as JSON, inbound mails as a form, signed with the account's key over time and token. Sources:
// "Securing webhooks", "Events" and "Receive via HTTP" of its manual.

import type { Email } from 'postal-mime'
import { sameSecret, signature } from '#kit/crypto.ts'
import { NotUnderstood } from '../../arrivals/arrival.ts'
import { emailOfFields, type Header } from './fields.ts'
import { isForm, type ReadForm, readForm, shortFields } from './form.ts'
import { codeIn, meaningOf } from './outcomes.ts'
import { type Call, type MailEvent, nothingSaid, type ProvidedMail, type WebhookProvider } from './provider.ts'
import { jsonIn, listIn, objectIn, textIn, timeIn, type Values } from './values.ts'

const HOUR_MS = 3600 * 1000
/** Mailgun retries for 8 hours. */
const OLD_MAX_MS = 12 * HOUR_MS
const AHEAD_MAX_MS = 5 * 60 * 1000
const TOKEN = /^[\x21-\x7e]{1,150}$/
const TIMESTAMP = /^\d{1,12}$/

export const mailgun: WebhookProvider = {
  async prove(call, { signingKey }, now) {
    const { timestamp, token, given } = signedIn(call)
    if (signingKey === null || !TIMESTAMP.test(timestamp) || !TOKEN.test(token)) return null
    if (!sameSecret(given, signature('sha256', signingKey, timestamp + token))) return null
    const ageMs = now.getTime() - Number(timestamp) * 1000
    // The body is not signed: a token is valid for one body, and only while its use is on record.
    if (ageMs > OLD_MAX_MS || ageMs < -AHEAD_MAX_MS) return null
    return { fingerprint: `mailgun ${token}` }
  },
  async read({ body, contentType }) {
    if (isForm(contentType)) return { ...nothingSaid, mails: [mailIn(readForm(body, contentType))] }
    const said = jsonIn(body.toString('utf8'))
    return { ...nothingSaid, events: eventsIn(objectIn(said['event-data'])) }
  },
}

function signedIn(call: Call): { timestamp: string; token: string; given: string } {
  const [timestamp = '', token = '', given = ''] = signedValues(call).map((one) => textIn(one) ?? '')
  return { timestamp, token, given }
}

function signedValues({ body, contentType }: Call): unknown[] {
  try {
    if (isForm(contentType)) return shortFields(body, contentType, ['timestamp', 'token', 'signature'])
    const { timestamp, token, signature: given } = objectIn(jsonIn(body.toString('utf8')).signature)
    return [typeof timestamp === 'number' ? String(timestamp) : timestamp, token, given]
  } catch (error) {
    if (error instanceof NotUnderstood) return []
    throw error
  }
}

function eventsIn(data: Values): MailEvent[] {
  const { event, severity, reason, recipient, timestamp } = data
  const status = objectIn(data['delivery-status'])
  const detail = [status.message, status.description, reason].map(textIn).find((one) => one !== null) ?? ''
  const code = codeIn(textIn(status['enhanced-code']) ?? detail)
  const said = [event, severity, reason].flatMap((one) => textIn(one) ?? [])
  const what = event === 'complained' || event === 'unsubscribed' ? event : meaningOf('mailgun', said, code)
  if (what === 'nothing') return []
  const headers = objectIn(objectIn(data.message).headers)
  return [
    {
      what,
      names: { messageId: textIn(headers['message-id']), returnPath: textIn(objectIn(data.envelope).sender) },
      recipients: [textIn(recipient) ?? []].flat(),
      detail: [code, detail].filter((one) => one !== null && one !== '').join(': '),
      time: timeIn(timestamp),
    },
  ]
}

function mailIn({ fields, files }: ReadForm): ProvidedMail {
  const text = (name: string) => fields.get(name)?.toString('utf8') || null
  const recipient = text('recipient')
  if (recipient === null) throw new NotUnderstood('the recipient is missing')
  const about = { from: text('sender'), to: recipient.split(',').map((one) => one.trim()), isAuthenticated: null }
  const raw = fields.get('body-mime')
  return { ...about, content: raw === undefined ? { fields: emailOf(text, files) } : { raw } }
}

function emailOf(text: (name: string) => string | null, files: ReadForm['files']): Email {
  const headers = headersIn(text('message-headers') ?? '[]')
  const header = (name: string) => headers.find(({ key }) => key === name)?.value
  const contentIds = contentIdsIn(text('content-id-map') ?? '{}')
  const from = header('from') ?? text('from') ?? ''
  const [, name = '', address = from] = /^\s*"?([^"<]*?)"?\s*<([^<>]+)>\s*$/.exec(from) ?? []
  return emailOfFields({
    headers,
    from: { name, address: address.trim() },
    subject: text('subject'),
    date: header('date') ?? null,
    text: text('body-plain'),
    html: text('body-html'),
    attachments: files.map(({ field, ...file }) => ({ ...file, contentId: contentIds.get(field) ?? null })),
  })
}

/** Field of the form → Content-ID of the picture in the HTML, from `{"<picture@shop>": "attachment-1"}`. */
function contentIdsIn(text: string): ReadonlyMap<string, string> {
  try {
    const pairs = Object.entries(objectIn(JSON.parse(text)))
    return new Map(pairs.flatMap(([id, field]) => (typeof field === 'string' ? [[field, id] as const] : [])))
  } catch {
    return new Map()
  }
}

/** Pairs as JSON, in order. */
function headersIn(text: string): Header[] {
  try {
    return listIn(JSON.parse(text)).flatMap((pair) => {
      const [name, value] = listIn(pair)
      return typeof name === 'string' && typeof value === 'string' ? { key: name.toLowerCase(), value } : []
    })
  } catch {
    return []
  }
}
