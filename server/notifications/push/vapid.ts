// Identification to push services: RFC 8292, a signed token for each service.

import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'

export interface VapidKeys {
  /** An uncompressed point and its private number, both in base64url. */
  publicKey: string
  privateKey: string
}

/** Push services accept at most a day. */
const HOLDS_SECONDS = 12 * 3600
const UNCOMPRESSED = 4
const COORDINATE_BYTES = 32

export function newVapidKeys(): VapidKeys {
  const {
    x = '',
    y = '',
    d = '',
  } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({
    format: 'jwk',
  })
  const point = [Buffer.of(UNCOMPRESSED), ...[x, y].map((one) => Buffer.from(one, 'base64url'))]
  return { publicKey: Buffer.concat(point).toString('base64url'), privateKey: d }
}

/** The `Authorization` header of a call; `subject`: the contact for the push service in case of problems. */
export function authorizationFor(endpoint: string, { publicKey, privateKey }: VapidKeys, subject: string, at: Date) {
  const exp = Math.floor(at.getTime() / 1000) + HOLDS_SECONDS
  const claims = { aud: new URL(endpoint).origin, exp, sub: subject }
  const signed = [{ typ: 'JWT', alg: 'ES256' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  const point = Buffer.from(publicKey, 'base64url').subarray(1)
  const [x, y] = [point.subarray(0, COORDINATE_BYTES), point.subarray(COORDINATE_BYTES)] as const
  const key = createPrivateKey({
    key: { kty: 'EC', crv: 'P-256', d: privateKey, x: x.toString('base64url'), y: y.toString('base64url') },
    format: 'jwk',
  })
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' })
  return `vapid t=${signed}.${signature.toString('base64url')}, k=${publicKey}`
}
