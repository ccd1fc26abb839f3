// Requests outside the API, often not even HTTP: wrong methods and bodies at every public address, and bytes that a
// proxy or a scanner might send. They must be refused or their connection closed; other clients must not be affected.

import type { Chance } from '../kills/chance.ts'
import type { HostileRequest } from './requests.ts'
import { HOSTILE_TEXTS } from './values.ts'

const ID = '01jd3v9k7he2n8q4x5c6t7w8yz'
const PLACES = [
  '/',
  '/healthz',
  '/readyz',
  '/metrics',
  '/docs',
  '/docs/errors',
  '/docs/errors/constructor',
  '/docs/../../etc/passwd',
  '/sandbox',
  `/sandbox/gateway/org_${ID}/order_${ID}`,
  `/sandbox/mandates/org_${ID}/mand_${ID}`,
  `/checkout/org_${ID}/rech_${ID}`,
  `/checkout/return/org_${ID}/rech_${ID}`,
  `/unsubscribe/${'A'.repeat(66)}`,
  '/unsubscribe/x',
  '/console/session',
  `/console/invitations/invitation_${'A'.repeat(43)}`,
  '/webhooks/gateways/razorpay',
  '/webhooks/gateways/cashfree',
  `/webhooks/gateways/sandbox/org_${ID}`,
  '/v1',
  '/v1/',
  '/v1/%',
  '/v1/messages%00',
  '/V1/Contacts',
  '//v1//contacts',
  '/external/conversations',
  '/api/v1/billing/balance/',
  '/.env',
  '/%2e%2e/%2e%2e/',
  '/__proto__',
  `/${'a'.repeat(5000)}`,
] as const
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY'] as const
const TYPES = [
  'application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=b',
  'text/plain',
  '',
] as const
const FLOOD = 5000

export function createRawRequests(chance: Chance, host: string): { next(): HostileRequest } {
  const oneIn = (n: number) => chance.integer(n) === 0

  function stranger(): HostileRequest {
    const method = chance.pick(METHODS)
    const path = chance.pick(PLACES)
    const query = oneIn(2) ? '' : `?${strangeQuery()}`
    const bytes = method === 'GET' || method === 'HEAD' ? null : strangeBody()
    const type = chance.pick(TYPES)
    const head = [
      `${method} ${path}${query} HTTP/1.1`,
      `Host: ${host}`,
      ...(oneIn(3) ? ['Accept: text/html'] : []),
      ...(oneIn(5) ? ['Origin: https://evil.example'] : []),
      ...(oneIn(8) ? ['X-Razorpay-Signature: ' + 'a'.repeat(64)] : []),
      ...(bytes ? [`Content-Type: ${type}`, `Content-Length: ${bytes.length}`] : []),
    ]
    return asRequest(
      `${method} ${path}${query}`.slice(0, 200),
      [head.join('\r\n'), '\r\n\r\n', bytes ?? ''],
      method === 'HEAD',
      false,
    )
  }

  function strangeQuery(): string {
    const n = 1 + chance.integer(1500)
    return chance
      .pick([
        'a[b][c][d][e][f]=1',
        'a[5001]=1',
        'x=1&'.repeat(n),
        `a${'[]'.repeat(n)}`,
        '%',
        '%00=%00',
        '__proto__[a]=1',
        `q=${encodeURIComponent(chance.pick(HOSTILE_TEXTS).toWellFormed())}`,
      ])
      .slice(0, 7000)
  }

  function strangeBody(): Buffer {
    const n = chance.integer(4000)
    return Buffer.from(
      chance.pick([
        '',
        'null',
        '{}',
        '{"email":"a@b.example","password":"wrong wrong wrong"}',
        '{"__proto__":{}}',
        '['.repeat(n),
        'a[b][c][0]=&'.repeat(n / 4),
        'method=upi&outcome=success',
        'x'.repeat(n * 10),
        '--b\r\n\r\n\r\n--b--',
      ]),
    )
  }

  const H = `Host: ${host}\r\n`
  const oddities: (() => string | Buffer)[] = [
    () => '\r\n\r\n\r\n',
    () => 'GET\r\n\r\n',
    () => 'GET / HTTP/9.9\r\n\r\n',
    () => 'GET / HTTP/1.1\r\n\r\n',
    () => `GET / HTTP/1.0\r\n${H}\r\n`,
    () => `GET http://evil.example/ HTTP/1.1\r\n${H}\r\n`,
    () => `CONNECT evil.example:443 HTTP/1.1\r\n${H}\r\n`,
    () => `OPTIONS * HTTP/1.1\r\n${H}\r\n`,
    () => `GET / HTTP/1.1\r\n${H}Upgrade: websocket\r\nConnection: Upgrade\r\n\r\n`,
    () => `GET / HTTP/1.1\r\n${H}Upgrade: h2c\r\nHTTP2-Settings: AAAA\r\nConnection: Upgrade, HTTP2-Settings\r\n\r\n`,
    () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    () => Buffer.from('16030100dc010000d80303', 'hex'),
    () => Buffer.from(Array.from({ length: 2000 }, () => chance.integer(256))),
    () => `GET / HTTP/1.1\r\n${H}${Array.from({ length: FLOOD }, (_, index) => `X-${index}: y\r\n`).join('')}\r\n`,
    () => `GET / HTTP/1.1\r\n${H}X: ${'y'.repeat(100_000)}\r\n\r\n`,
    () => `GET /${'a'.repeat(100_000)} HTTP/1.1\r\n${H}\r\n`,
    () => `GET / HTTP/1.1\r\n${H}X: a\u0000b\r\n\r\n`,
    () => `GET / HTTP/1.1\r\n${H}X: a\nY: b\r\n\r\n`,
    () => `GET / HTTP/1.1\r\n${H} folded: x\r\n\r\n`,
    () => `GET / HTTP/1.1\r\n${H}${H}\r\n`,
    () => `POST /v1/messages HTTP/1.1\r\n${H}Content-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef`,
    () =>
      `POST /v1/messages HTTP/1.1\r\n${H}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /smuggled HTTP/1.1\r\n\r\n`,
    () => `POST /console/session HTTP/1.1\r\n${H}Content-Type: application/json\r\nContent-Length: -1\r\n\r\n`,
    () =>
      `POST /console/session HTTP/1.1\r\n${H}Content-Type: application/json\r\nContent-Length: 99999999999999999999\r\n\r\n{}`,
    () =>
      `POST /console/session HTTP/1.1\r\n${H}Content-Type: application/json\r\nContent-Length: 2147483648\r\n\r\n{}`,
    () =>
      `POST /console/session HTTP/1.1\r\n${H}Content-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: 2147483648\r\n\r\n`,
    () =>
      `POST /console/session HTTP/1.1\r\n${H}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n`,
    () =>
      `POST /console/session HTTP/1.1\r\n${H}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFF\r\nx`,
    () =>
      `POST /console/session HTTP/1.1\r\n${H}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n1;${'x'.repeat(20_000)}\r\na\r\n`,
    () => `POST /console/session HTTP/1.1\r\n${H}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`,
    () => `POST /v1/messages/batch HTTP/1.1\r\n${H}Content-Type: application/json\r\nContent-Length: 17000000\r\n\r\n[`,
    () => `GET /healthz HTTP/1.1\r\n${H}Range: bytes=${'0-1,'.repeat(1000)}\r\n\r\n`,
    () => `GET /healthz HTTP/1.1\r\n${H}Content-Type: application/json\r\nContent-Length: 12\r\n\r\n{"a":"body"}`,
    () => `GET /healthz HTTP/1.1\r\n${H}\r\n`.repeat(50),
    () => `GET /healthz HTTP/1.1\r\n${H}Connection: close\r\n\r\nGET /healthz HTTP/1.1\r\n${H}\r\n`,
  ]

  function oddity(): HostileRequest {
    const index = chance.integer(oddities.length)
    return asRequest(`oddity ${index}`, [(oddities[index] as () => string | Buffer)()], false, true)
  }

  return { next: () => (oneIn(3) ? oddity() : stranger()) }
}

function asRequest(what: string, parts: (string | Buffer)[], isHead: boolean, mayClose: boolean): HostileRequest {
  const bytes = parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part))
  return { what, chunks: [Buffer.concat(bytes)], isHead, operation: null, token: null, mayClose }
}
