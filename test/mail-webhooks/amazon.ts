// Amazon SNS and the SES events published through it, for tests: built from the documented shapes, with no code of the
// program. Certificates are issued by the test's own authority.

import {
  createPrivateKey,
  createSign,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
  X509Certificate,
} from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export const TOPIC = 'arn:aws:sns:ap-south-1:123456789012:samvad'
export const HOST = 'https://sns.ap-south-1.amazonaws.com'
export const CERTIFICATE_PATH = '/SimpleNotificationService-0123456789abcdef0123456789abcdef.pem'

// --- Certificates: RFC 5280 §4.1, in the DER of X.690 --------------------------------------------------------------

function der(tag: number, ...contents: Buffer[]): Buffer {
  const content = Buffer.concat(contents)
  const hex = content.length.toString(16)
  const long = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex')
  const size =
    content.length < 0x80 ? Buffer.from([content.length]) : Buffer.concat([Buffer.from([0x80 | long.length]), long])
  return Buffer.concat([Buffer.from([tag]), size, content])
}
const RSA_SHA256 = Buffer.from('300d06092a864886f70d01010b0500', 'hex')
const nameOf = (name: string) =>
  der(0x30, der(0x31, der(0x30, Buffer.from('0603550403', 'hex'), der(0x0c, Buffer.from(name)))))
const timeOf = (at: Date) =>
  der(
    0x17,
    Buffer.from(
      at
        .toISOString()
        .replace(/[-:T]|\.\d+/g, '')
        .slice(2),
    ),
  )
const DAY_MS = 24 * 3600 * 1000

export interface Signer {
  pem: string
  key: KeyObject
}

interface Pair {
  publicKey: KeyObject
  privateKey: KeyObject
}

export function authority(): Signer & { name: string } {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { name: 'Amazon of a test', key: privateKey, pem: '' }
}

export function certificateOf(
  issuer: { name: string; key: KeyObject },
  {
    name = 'sns.amazonaws.com',
    from = new Date(Date.now() - DAY_MS),
    until = new Date(Date.now() + 30 * DAY_MS),
    bits = 2048,
    pair = generateKeyPairSync('rsa', { modulusLength: bits }),
  }: { name?: string; from?: Date; until?: Date; bits?: number; pair?: Pair } = {},
): Signer {
  const { publicKey, privateKey } = pair
  const body = der(
    0x30,
    Buffer.from([0xa0, 0x03, 0x02, 0x01, 0x02]),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    RSA_SHA256,
    nameOf(issuer.name),
    der(0x30, timeOf(from), timeOf(until)),
    nameOf(name),
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  const certificate = der(0x30, body, RSA_SHA256, der(0x03, Buffer.from([0]), sign('sha256', body, issuer.key)))
  return {
    pem: new X509Certificate(certificate).toString(),
    key: createPrivateKey(privateKey.export({ type: 'pkcs8', format: 'pem' })),
  }
}

/** A self-signed server certificate. */
export function ownCertificate(name: string): Signer {
  const pair = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return certificateOf({ name, key: pair.privateKey }, { name, pair })
}

// --- SNS -----------------------------------------------------------------------------------------------------------

const SIGNED = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
} as const

export interface SnsMessage {
  Type: keyof typeof SIGNED
  [name: string]: string
}

export function snsMessage(message: unknown, { key }: Signer, changes: Partial<SnsMessage> = {}): SnsMessage {
  const whole: SnsMessage = {
    Type: 'Notification',
    MessageId: crypto.randomUUID(),
    TopicArn: TOPIC,
    Message: typeof message === 'string' ? message : JSON.stringify(message),
    Timestamp: new Date().toISOString(),
    SignatureVersion: '2',
    SigningCertURL: `${HOST}${CERTIFICATE_PATH}`,
    UnsubscribeURL: `${HOST}/?Action=Unsubscribe&SubscriptionArn=${TOPIC}:1`,
    ...(changes as Record<string, string>),
  }
  const text = SIGNED[whole.Type]
    .flatMap((name) => (whole[name] === undefined ? [] : [`${name}\n${whole[name]}\n`]))
    .join('')
  const signature = createSign(whole.SignatureVersion === '1' ? 'RSA-SHA1' : 'RSA-SHA256')
    .update(text)
    .sign(key, 'base64')
  return { ...whole, Signature: signature }
}

export const confirmation = (signer: Signer, changes: Partial<SnsMessage> = {}) =>
  snsMessage(`You have chosen to subscribe to the topic ${TOPIC}.`, signer, {
    Type: 'SubscriptionConfirmation',
    Token: 'token-1',
    SubscribeURL: `${HOST}/?Action=ConfirmSubscription&TopicArn=${TOPIC}&Token=token-1`,
    ...changes,
  })

/** Serves the certificate and receives confirmations, as Amazon's host does. */
export async function startAmazon(pem: string) {
  const asked: string[] = []
  const amazon = { pem, asked, isAway: false, url: '', close: () => server.close() }
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    const status = amazon.isAway ? 503 : 200
    response.writeHead(status).end(request.url?.endsWith('.pem') ? amazon.pem : '<ConfirmSubscriptionResponse/>')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  amazon.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return amazon
}

// --- SES -----------------------------------------------------------------------------------------------------------

export interface SesMail {
  source: string
  messageId?: string
  to: string
}

const mailOf = ({ source, messageId, to }: SesMail) => ({
  timestamp: new Date().toISOString(),
  source,
  sourceArn: 'arn:aws:ses:ap-south-1:123456789012:identity/asha.example',
  messageId: '00000138111222aa-33322211-cccc-cccc-cccc-ddddaaaa0680-000000',
  destination: [to],
  ...(messageId ? { headers: [{ name: 'Message-ID', value: messageId }], commonHeaders: { messageId } } : {}),
})

export const sesBounce = (
  mail: SesMail,
  {
    type = 'Permanent',
    subType = 'General',
    status = '5.1.1',
  }: { type?: string; subType?: string; status?: string | null } = {},
) => ({
  notificationType: 'Bounce',
  mail: mailOf(mail),
  bounce: {
    bounceType: type,
    bounceSubType: subType,
    bouncedRecipients: [
      {
        emailAddress: mail.to,
        ...(status === null ? {} : { action: 'failed', status, diagnosticCode: `smtp; 550 ${status} said the server` }),
      },
    ],
    timestamp: new Date().toISOString(),
    feedbackId: '00000138111222aa-33322211-cccc-cccc-cccc-ddddaaaa068a-000000',
  },
})

export const sesComplaint = (mail: SesMail, kind = 'abuse') => ({
  notificationType: 'Complaint',
  mail: mailOf(mail),
  complaint: {
    complainedRecipients: [{ emailAddress: mail.to }],
    timestamp: new Date().toISOString(),
    complaintFeedbackType: kind,
  },
})

export const sesDelivery = (mail: SesMail) => ({
  notificationType: 'Delivery',
  mail: mailOf(mail),
  delivery: {
    timestamp: new Date().toISOString(),
    recipients: [mail.to],
    smtpResponse: '250 ok:  Message 64111812 accepted',
  },
})

export const sesReceived = (to: string, raw: string | null, changes: object = {}) => ({
  notificationType: 'Received',
  mail: { source: 'ravi@shop.example', destination: [to], messageId: 'o3vrnil0e2ic28trm7dfhrc2v0clambda4nbp0g1' },
  receipt: {
    timestamp: new Date().toISOString(),
    recipients: [to],
    dmarcVerdict: { status: 'GRAY' },
    action: { type: 'SNS', topicArn: TOPIC, encoding: 'BASE64' },
    ...changes,
  },
  ...(raw === null ? {} : { content: Buffer.from(raw).toString('base64') }),
})
