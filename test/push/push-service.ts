// A push service over TLS: it authenticates senders (RFC 8292), records accepted messages, and answers as the test
// decides. It cannot decrypt messages; the test's browser can (RFC 8291), with code of its own.

import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { createServer as createPlainServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { after } from 'node:test'
import { ownCertificate } from '../mail-webhooks/amazon.ts'

export interface Taken {
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
}

export interface PushService {
  /** Without a path. */
  url: string
  /** Its self-signed certificate. */
  certificate: string
  /** Messages answered with 201, in order. */
  taken: Taken[]
  /** All requests, and the number of connections. */
  asked: Taken[]
  connections: number
  /** Returns the status of a request, or acts on the response; 201 by default. */
  answer: (one: Taken, response: ServerResponse) => number | undefined
}

/** `host`: its host name, resolved by a name server; by default it speaks plain HTTP at its IP address. */
export async function startPushService({ host, listensOn = '127.0.0.1' }: { host?: string; listensOn?: string } = {}) {
  const own = host === undefined ? null : ownCertificate(host)
  const service: PushService = {
    url: '',
    certificate: own?.pem ?? '',
    taken: [],
    asked: [],
    connections: 0,
    answer: () => 201,
  }
  const serve: Parameters<typeof createPlainServer>[1] = (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      const one = { path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) }
      service.asked.push(one)
      const fault = senderFault(one, service.url)
      const status = fault === null ? service.answer(one, response) : 403
      if (status === undefined) return
      if (status === 201) service.taken.push(one)
      response.writeHead(status, status === 201 ? { location: `${service.url}/message` } : {}).end(fault ?? '')
    })
  }
  const key = own?.key.export({ type: 'pkcs8', format: 'pem' })
  const server: Server & { closeAllConnections(): void } =
    own && key ? createServer({ cert: own.pem, key }, serve) : createPlainServer(serve)
  server.on('connection', () => service.connections++)
  await new Promise<void>((resolve) => server.listen(0, listensOn, resolve))
  const { port } = server.address() as AddressInfo
  service.url = host === undefined ? `http://${listensOn}:${port}` : `https://${host}:${port}`
  after(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return service
}

const DAY_SECONDS = 24 * 3600

/** RFC 8292 §2 and §4: a token for this service, signed by the key it names, valid for at most a day. */
export function senderFault({ headers }: Taken, origin: string): string | null {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(headers.authorization ?? '') ?? []
  const [header = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  if (point.length !== 65) return 'no key'
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((one) => one.toString('base64url')) as [string, string]
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const said = { key: publicKey, dsaEncoding: 'ieee-p1363' as const }
  if (!verify('sha256', Buffer.from(`${header}.${claims}`), said, Buffer.from(signature, 'base64url')))
    return 'not signed with the key'
  if (JSON.parse(Buffer.from(header, 'base64url').toString()).alg !== 'ES256') return 'no ES256'
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString())
  const now = Date.now() / 1000
  if (aud !== new URL(origin).origin) return `for ${aud}`
  if (!(exp > now && exp <= now + DAY_SECONDS)) return `until ${exp}`
  if (!/^(mailto:\S+@\S+|https:\/\/)/.test(sub)) return `by ${sub}`
  return null
}

export interface Browser {
  subscription: { endpoint: string; expirationTime: null; keys: { p256dh: string; auth: string } }
  path: string
  /** Decrypted messages that the push service accepted for this browser. */
  received(): any[]
}

export function openBrowser(service: PushService): Browser {
  const ecdh = createECDH('prime256v1')
  const p256dh = ecdh.generateKeys('base64url')
  const auth = randomBytes(16)
  const path = `/send/${randomBytes(9).toString('base64url')}`
  return {
    subscription: {
      endpoint: `${service.url}${path}`,
      expirationTime: null,
      keys: { p256dh, auth: auth.toString('base64url') },
    },
    path,
    received: () =>
      service.taken.filter((one) => one.path === path).map(({ body }) => JSON.parse(decrypted(body, ecdh, auth))),
  }
}

/** RFC 8291 §3.4 and RFC 8188 §2: a single record, whose padding delimiter is that of the last one. */
export function decrypted(body: Buffer, ecdh: ReturnType<typeof createECDH>, auth: Buffer): string {
  const salt = body.subarray(0, 16)
  const recordSize = body.readUInt32BE(16)
  const sender = body.subarray(21, 21 + body.readUInt8(20))
  const record = body.subarray(21 + sender.length)
  if (record.length > recordSize) throw new Error('more than one record')
  const derive = (secret: Buffer, by: Buffer, info: string | Buffer, size: number) =>
    Buffer.from(hkdfSync('sha256', secret, by, info, size))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender])
  const secret = derive(ecdh.computeSecret(sender), auth, info, 32)
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  const end = padded.lastIndexOf(2)
  if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('not the last record')
  return padded.subarray(0, end).toString('utf8')
}
