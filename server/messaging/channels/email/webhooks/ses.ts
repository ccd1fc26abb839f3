// Amazon SES, through an SNS topic: delivery events and inbound mails, each in a signed SNS message. Sources: "SNS
// notification contents", "Event publishing" and "Notifications for received email" of the SES guide.

import { ownOf } from '#kit/own.ts'
import { NotUnderstood } from '../../arrivals/arrival.ts'
import { isComplaintType } from '../reading/feedback.ts'
import type { Amazon } from './amazon.ts'
import { codeIn, meaningOf } from './outcomes.ts'
import { type MailEvent, nothingSaid, type ProvidedMail, type WebhookProvider } from './provider.ts'
import { amazonAddress, certificateAddress, isCertificate, isRecent, isSigned } from './sns.ts'
import { jsonIn, listIn, objectIn, textIn, textsIn, timeIn, type Values } from './values.ts'

const MESSAGE_ID = /^[A-Za-z0-9-]{1,100}$/

export const ses = (amazon: Amazon): WebhookProvider => ({
  async prove({ body }, { topicArn }, now) {
    const message = snsMessage(body)
    // Anybody can have a topic; the account names its own. Checked before the certificate is fetched.
    if (message === null || topicArn === null || message.TopicArn !== topicArn || !isRecent(message, now)) return null
    const url = certificateAddress(message)
    if (url === null) return null
    const pem = await amazon.certificateAt(url)
    if (!isCertificate(pem, url, now) || !isSigned(message, pem)) return null
    const id = textIn(message.MessageId) ?? ''
    return MESSAGE_ID.test(id) ? { fingerprint: `sns ${message.Type} ${id}` } : null
  },
  async read({ body }) {
    const message = jsonIn(body.toString('utf8'))
    if (message.Type === 'SubscriptionConfirmation') {
      const url = amazonAddress(message.SubscribeURL)
      if (url === null) throw new NotUnderstood('the confirmation URL is not an Amazon SNS URL')
      return { ...nothingSaid, confirmAt: url.href }
    }
    if (message.Type !== 'Notification') return nothingSaid
    return notified(textIn(message.Message) ?? '')
  },
})

function snsMessage(body: Buffer): Values | null {
  try {
    return jsonIn(body.toString('utf8'))
  } catch {
    return null
  }
}

/** When a topic is set, SES writes a text that is not JSON and has no meaning. */
function notified(text: string) {
  if (!text.trimStart().startsWith('{')) return nothingSaid
  const said = jsonIn(text)
  const type = textIn(said.notificationType) ?? textIn(said.eventType) ?? ''
  if (type === 'Received') return { ...nothingSaid, mails: [mailIn(said)] }
  return { ...nothingSaid, events: eventsIn(said, type) }
}

function eventsIn(said: Values, type: string): MailEvent[] {
  const mail = objectIn(said.mail)
  const { name, list } = ownOf(PARTS, type) ?? {}
  const part = objectIn(name === undefined ? undefined : said[name])
  const names = { returnPath: textIn(mail.source), messageId: messageIdIn(mail) }
  const time = timeIn(part.timestamp) ?? timeIn(part.arrivalDate)
  if (type === 'Complaint') {
    const kind = textIn(part.complaintFeedbackType) ?? 'abuse'
    if (!isComplaintType(kind)) return []
    const recipients = textsIn(part.complainedRecipients, 'emailAddress')
    return [{ what: 'complained', names, recipients, detail: kind, time }]
  }
  if (type === 'Bounce')
    return listIn(part.bouncedRecipients).flatMap((one) => {
      const { emailAddress, status, diagnosticCode, action } = objectIn(one)
      const diagnostic = textIn(diagnosticCode) ?? ''
      const code = codeIn(textIn(status) ?? diagnostic)
      const words = [type, part.bounceType, part.bounceSubType].flatMap((word) => textIn(word) ?? [])
      const what = action === 'delayed' ? 'nothing' : meaningOf('ses', words, code)
      if (what === 'nothing') return []
      const detail = [code, diagnostic || words.join(' ')].filter((text) => text !== null).join(': ')
      return [{ what, names, recipients: [textIn(emailAddress) ?? []].flat(), detail, time }]
    })
  const what = meaningOf('ses', [type], null)
  if (what === 'nothing') return []
  const recipients = (list === undefined ? listIn(mail.destination) : listIn(part[list])).flatMap(
    (one) => textIn(one) ?? [],
  )
  return [{ what, names, recipients, detail: textIn(part.smtpResponse) ?? textIn(part.reason) ?? '', time }]
}

/** The field that contains each event's details. */
const PARTS: Readonly<Record<string, { name: string; list?: string }>> = {
  Bounce: { name: 'bounce' },
  Complaint: { name: 'complaint' },
  Delivery: { name: 'delivery', list: 'recipients' },
  Reject: { name: 'reject' },
}

/** SES replaces the header and reports the original one if original headers are included. */
function messageIdIn(mail: Values): string | null {
  const header = listIn(mail.headers).find((one) => /^message-id$/i.test(textIn(objectIn(one).name) ?? ''))
  return textIn(objectIn(mail.commonHeaders).messageId) ?? textIn(objectIn(header).value)
}

function mailIn(said: Values): ProvidedMail {
  const mail = objectIn(said.mail)
  const receipt = objectIn(said.receipt)
  const action = objectIn(receipt.action)
  const content = textIn(said.content)
  if (content === null)
    throw new NotUnderstood(
      `the mail is not in the notification${action.type === 'S3' ? ' but in S3, which is not read' : ''}; let the receipt rule publish it to the topic by its SNS action (150 KB at most)`,
    )
  const to = listIn(receipt.recipients).flatMap((one) => textIn(one) ?? [])
  const raw = Buffer.from(content, /^base64$/i.test(textIn(action.encoding) ?? '') ? 'base64' : 'utf8')
  const isAuthenticated = textIn(objectIn(receipt.dmarcVerdict).status) === 'PASS' ? true : null
  return { from: textIn(mail.source), to, content: { raw }, isAuthenticated }
}
