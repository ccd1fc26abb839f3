// Verifies signatures of Amazon SNS. Source: "Verifying the signatures of Amazon SNS messages" of its guide. A message
// names its certificate itself, so that only certificates on Amazon's own hosts count.

import { createVerify, X509Certificate } from 'node:crypto'
import { ownOf } from '#kit/own.ts'
import { textIn, timeIn, type Values } from './values.ts'

const SIGNED: Readonly<Record<string, readonly string[]>> = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
  UnsubscribeConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
}
const DIGESTS: Readonly<Record<string, string>> = { '1': 'RSA-SHA1', '2': 'RSA-SHA256' }
const HOST = /^sns\.[a-z]{2}(?:-[a-z]+){1,3}-\d{1,2}\.amazonaws\.com(?:\.cn)?$/
const CERTIFICATE_PATH = /^\/SimpleNotificationService-[A-Za-z0-9]{1,100}\.pem$/
const RSA_BITS_MIN = 2048
/** The names in the certificates, in every region. */
const NAMES = ['sns.amazonaws.com', 'sns.amazonaws.com.cn']
/** SNS retries for an hour by default, and with no setting for longer than this. */
const OLD_MAX_MS = 24 * 3600 * 1000
const AHEAD_MAX_MS = 15 * 60 * 1000

/** An https URL at an Amazon SNS host, without a port or credentials; otherwise null. */
export function amazonAddress(text: unknown): URL | null {
  if (typeof text !== 'string' || text.length > 2000 || !URL.canParse(text)) return null
  const url = new URL(text)
  const { protocol, hostname, port, username, password } = url
  const isPlain = protocol === 'https:' && port === '' && username === '' && password === ''
  return isPlain && HOST.test(hostname) ? url : null
}

/** The URL of a message's certificate; null when it is not one of Amazon's. */
export function certificateAddress({ SigningCertURL, SigningCertUrl }: Values): URL | null {
  const url = amazonAddress(SigningCertURL ?? SigningCertUrl)
  return url !== null && CERTIFICATE_PATH.test(url.pathname) && url.search === '' && url.hash === '' ? url : null
}

/** RSA, named as SNS is, and valid now. */
export function isCertificate(pem: string, url: URL, now: Date): boolean {
  try {
    const certificate = new X509Certificate(pem)
    const { publicKey } = certificate
    const isNamed = [...NAMES, url.hostname].some((name) => certificate.checkHost(name) !== undefined)
    const isStrong =
      publicKey.asymmetricKeyType === 'rsa' && (publicKey.asymmetricKeyDetails?.modulusLength ?? 0) >= RSA_BITS_MIN
    return isNamed && isStrong && certificate.validFromDate <= now && now <= certificate.validToDate
  } catch {
    return false
  }
}

/** True when the certificate verifies the message's signature. */
export function isSigned(message: Values, pem: string): boolean {
  const names = ownOf(SIGNED, textIn(message.Type) ?? '')
  const digest = ownOf(DIGESTS, textIn(message.SignatureVersion) ?? '')
  const given = textIn(message.Signature)
  if (names === undefined || digest === undefined || given === null) return false
  const text = names
    .flatMap((name) => (typeof message[name] === 'string' ? [name, message[name]] : []))
    .map((line) => `${line}\n`)
    .join('')
  try {
    return createVerify(digest).update(text, 'utf8').verify(new X509Certificate(pem).publicKey, given, 'base64')
  } catch {
    return false
  }
}

export function isRecent(message: Values, now: Date): boolean {
  const at = timeIn(message.Timestamp)
  if (at === null) return false
  const ageMs = now.getTime() - at.getTime()
  return ageMs <= OLD_MAX_MS && ageMs >= -AHEAD_MAX_MS
}
