// Webhooks as Mailgun writes and signs them, for tests: built from the documented shapes, with no code of the program.

import { createHmac, randomBytes } from 'node:crypto'

export const SIGNING_KEY = '0123456789abcdef0123456789abcdef'

export interface Signing {
  key?: string
  at?: Date
  token?: string
}

export function signed({ key = SIGNING_KEY, at = new Date(), token = randomBytes(25).toString('hex') }: Signing = {}) {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  return {
    timestamp,
    token,
    signature: createHmac('sha256', key)
      .update(timestamp + token)
      .digest('hex'),
  }
}

/** An event of a mail, identified by the mail's Message-ID. */
export function event(data: object, signing?: Signing) {
  return { signature: signed(signing), 'event-data': { timestamp: Date.now() / 1000, ...data } }
}

export function failed(
  messageId: string,
  recipient: string,
  {
    code = '5.1.1',
    severity = 'permanent',
    reason = 'bounce',
  }: { code?: string | null; severity?: string; reason?: string } = {},
  signing?: Signing,
) {
  const status = { code: 550, message: `550 ${code ?? ''} said the server`, ...(code ? { 'enhanced-code': code } : {}) }
  const message = { headers: { 'message-id': messageId.replace(/^<|>$/g, ''), to: recipient, subject: 'Your order' } }
  return event({ event: 'failed', severity, reason, recipient, message, 'delivery-status': status }, signing)
}

/** A mail forwarded by a route: raw MIME, or parsed into fields. */
export function forwarded(
  { recipient, sender = 'ravi@shop.example', ...more }: Record<string, string>,
  signing?: Signing,
): Record<string, string> {
  return { ...signed(signing), recipient: recipient as string, sender, ...more }
}

export const asForm = (fields: Record<string, string>): string => new URLSearchParams(fields).toString()
