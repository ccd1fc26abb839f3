// Verifies Signature Version 4 as a store does, written from "Authenticating Requests: Using the Authorization Header"
// of the Amazon S3 API Reference, and sharing no code with the signer.

import { createHash, createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

export interface Signed {
  method: string
  /** Exactly as in the request line. */
  target: string
  headers: IncomingHttpHeaders
  body: Buffer
}

export interface Keeper {
  region: string
  secrets: ReadonlyMap<string, string>
  now: Date
}

const SKEW_MS_MAX = 15 * 60_000
const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/,]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/

export interface Fault {
  status: number
  code: string
  message: string
  more?: string
}

const fault = (status: number, code: string, message = code, more = ''): Fault => ({ status, code, message, more })

/** Null where the signature is valid. */
export function faultOfSignature({ method, target, headers, body }: Signed, keeper: Keeper): Fault | null {
  const match = AUTHORIZATION.exec(headers.authorization ?? '')
  if (headers.authorization === undefined) return fault(403, 'AccessDenied', 'Access Denied')
  if (match === null) return fault(400, 'AuthorizationHeaderMalformed', 'The authorization header is malformed')
  const [, id = '', day = '', region = '', names = '', signature] = match
  const secret = keeper.secrets.get(id)
  if (secret === undefined)
    return fault(403, 'InvalidAccessKeyId', 'The AWS Access Key Id you provided does not exist in our records.')
  if (region !== keeper.region) {
    const more = `<Region>${keeper.region}</Region>`
    return fault(400, 'AuthorizationHeaderMalformed', `the region '${region}' is wrong`, more)
  }
  const at = String(headers['x-amz-date'] ?? '')
  const time = Date.parse(at.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  if (Number.isNaN(time) || !at.startsWith(day)) return fault(403, 'AccessDenied', 'x-amz-date is missing or wrong')
  if (Math.abs(time - keeper.now.getTime()) > SKEW_MS_MAX)
    return fault(
      403,
      'RequestTimeTooSkewed',
      'The difference between the request time and the current time is too large.',
    )

  const signedNames = names.split(';')
  const mustBeSigned = Object.keys(headers).filter((name) => name.startsWith('x-amz-') || name === 'content-md5')
  for (const name of ['host', ...mustBeSigned])
    if (!signedNames.includes(name)) return fault(403, 'AccessDenied', `There were headers not signed: ${name}`)
  if (signedNames.join() !== signedNames.toSorted().join()) return fault(403, 'SignatureDoesNotMatch')

  const payload = String(headers['x-amz-content-sha256'] ?? '')
  if (payload === '') return fault(400, 'MissingSecurityHeader', 'x-amz-content-sha256 is missing')
  const request = [
    method,
    canonicalPath(target),
    canonicalQuery(target),
    ...signedNames.map(
      (name) =>
        `${name}:${String(headers[name] ?? '')
          .trim()
          .replace(/ +/g, ' ')}`,
    ),
    '',
    names,
    payload,
  ].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const toSign = ['AWS4-HMAC-SHA256', at, scope, sha256(request)].join('\n')
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secret}`)
  if (hmac(key, toSign).toString('hex') !== signature)
    return fault(
      403,
      'SignatureDoesNotMatch',
      'The request signature we calculated does not match',
      `<StringToSign>${toSign}</StringToSign>`,
    )

  if (payload !== 'UNSIGNED-PAYLOAD' && payload !== sha256(body))
    return fault(
      400,
      'XAmzContentSHA256Mismatch',
      "The provided 'x-amz-content-sha256' header does not match what was computed.",
    )
  const md5 = headers['content-md5']
  if (md5 !== undefined && md5 !== createHash('md5').update(body).digest('base64'))
    return fault(400, 'BadDigest', 'The Content-MD5 you specified did not match what we received.')
  return null
}

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()
const sha256 = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** Percent-encodes all but letters, digits and `-._~`, byte by byte. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

function canonicalPath(target: string): string {
  const [path = ''] = target.split('?')
  return path
    .split('/')
    .map((part) => encoded(decodeURIComponent(part)))
    .join('/')
}

function canonicalQuery(target: string): string {
  const [, query = ''] = target.split('?')
  return query
    .split('&')
    .filter((one) => one !== '')
    .map((one) => {
      const [name = '', value = ''] = one.split('=')
      return [name, value].map((part) => encoded(decodeURIComponent(part))).join('=')
    })
    .toSorted()
    .join('&')
}
