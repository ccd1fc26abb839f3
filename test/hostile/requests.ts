// Hostile requests generated from the published contract: every operation, with almost valid ids, queries, headers and
// bodies. Each is valid HTTP, so it must be answered, in a way that the contract documents.

import type { Judge, Operation, Parameter, Shape } from '../contract.ts'
import type { Chance } from '../kills/chance.ts'
import { type Body, form, json, multipart, textOf } from './bodies.ts'
import { createMaker, type Maker } from './values.ts'

export interface HostileRequest {
  /** Description for the report of a fault. */
  what: string
  chunks: Buffer[]
  isHead: boolean
  /** The operation whose contract the answer must meet; null for requests to no operation. */
  operation: Operation | null
  /** The valid token of the request, if any: if it is refused, an earlier request revoked it. */
  token: string | null
  /** True where closing the connection without an answer is allowed: for bytes that are not HTTP. */
  mayClose: boolean
}

export interface Cast {
  judge: Judge
  chance: Chance
  host: string
  tokens(): string
  idOf(prefix: string): string
}

/** Its answer lasts as long as somebody reads it. */
const ENDLESS = 'streamEvents'
const HUGE_ONE_IN = 400
const NESTED_LEVELS = 100_000

export function createRequests(cast: Cast): { next(): HostileRequest } {
  const { judge, chance, idOf } = cast
  const maker = createMaker(judge, chance, idOf)
  const oneIn = (n: number) => chance.integer(n) === 0

  function next(): HostileRequest {
    const operation = chance.pick(judge.operations.filter(({ operationId }) => operationId !== ENDLESS))
    const isHead = operation.method === 'GET' && oneIn(12)
    const target = `${pathOf(operation)}${queryOf(operation)}`
    const body = operation.method === 'GET' && !oneIn(20) ? null : bodyOf(operation)
    const authorization = authorizationOf()
    const headers = headersOf(body, authorization)
    const chunks = encode(isHead ? 'HEAD' : operation.method, target, headers, body)
    const what = `${isHead ? 'HEAD' : operation.method} ${target.slice(0, 300)} (${operation.operationId})`
    const token = authorization?.startsWith('Bearer samvad_') ? authorization.slice('Bearer '.length) : null
    return { what, chunks, isHead, operation, token, mayClose: false }
  }

  // --- Path and query ------------------------------------------------------------------------------------------------

  function pathOf(operation: Operation): string {
    return operation.parameters
      .filter((parameter) => parameter.in === 'path')
      .reduce((path, parameter) => path.replace(`{${parameter.name}}`, idIn(parameter)), operation.path)
  }

  function idIn({ schema }: Parameter): string {
    const prefix = /^\^([a-z]+)_/.exec(judge.resolve(schema).pattern ?? '')?.[1] ?? 'x'
    if (!oneIn(4)) return idOf(prefix)
    return chance.pick([
      'x',
      `${prefix}_`,
      `${prefix}_8zzzzzzzzzzzzzzzzzzzzzzzzz`,
      `${idOf(prefix)}%00`,
      '%F0%9F%92%A5',
      '%E0%A4%A',
      '..%2f..',
      'a'.repeat(180),
      '__proto__',
      idOf(chance.pick(['conv', 'msg', 'user', 'token', 'contact', 'org'])),
    ])
  }

  function queryOf(operation: Operation): string {
    const known = operation.parameters.filter((parameter) => parameter.in === 'query')
    if (oneIn(6)) return `?${nestedQuery()}`
    const given = known.filter(({ required }) => required || oneIn(3))
    const pairs = given.flatMap((parameter) => {
      const value = oneIn(3) ? textOf(maker.hostile()) : textOf(maker.plausible(parameter.schema, parameter.name))
      const name = oneIn(10) ? `${parameter.name}${chance.pick(['[]', '[a]', '[a][b]', '[', '%00'])}` : parameter.name
      const pair = `${name}=${oneIn(10) ? value : encodeURIComponent(value.toWellFormed())}`
      return oneIn(15) ? [pair, pair] : [pair]
    })
    if (oneIn(12))
      pairs.push(chance.pick(['__proto__=1', '__proto__[x]=1', 'constructor=1', 'no_such=1', '=', '&&&', '%']))
    return pairs.length === 0 ? '' : `?${pairs.join('&').slice(0, 7000)}`.replace(/[^!-~]/g, '%20')
  }

  function nestedQuery(): string {
    const n = 1 + chance.integer(1200)
    return chance
      .pick([
        'a[b][c][d][e][f]=1',
        'a[5001]=1',
        'a[4294967296]=1&a[-1]=1',
        Array.from({ length: n }, (_, index) => `p${index}=`).join('&'),
        Array.from({ length: n }, () => 'a[]=1').join('&'),
        `a${'[b]'.repeat(n)}=1`,
        `${'['.repeat(n)}=1`,
        'a=1&a[b]=2&a[]=3',
        'limit=1&limit=2',
      ])
      .slice(0, 7000)
  }

  // --- Headers -------------------------------------------------------------------------------------------------------

  function headersOf(body: Body | null, authorization: string | null): [string, string][] {
    const headers: [string, string][] = [['Host', cast.host]]
    if (authorization !== null) headers.push(['Authorization', authorization])
    if (body) headers.push(['Content-Type', oneIn(12) ? oddType() : body.type])
    if (oneIn(4))
      headers.push(['Idempotency-Key', oneIn(3) ? 'k'.repeat(chance.integer(600)) : `key-${chance.integer(50)}`])
    if (oneIn(8))
      headers.push([
        'Accept',
        chance.pick(['*/*', 'text/html', 'text/csv', 'application/pdf', ',;q=', 'a/b;q=9'.repeat(200)]),
      ])
    if (oneIn(10))
      headers.push(['X-Forwarded-For', chance.pick(['127.0.0.1', '1.2.3.4, 5.6.7.8', 'x', '::1,'.repeat(300)])])
    if (oneIn(10)) headers.push(['X-Request-Id', chance.pick(['mine', '"{}', 'x'.repeat(500)])])
    if (oneIn(12)) headers.push(['Origin', chance.pick(['null', 'https://evil.example', 'x'])])
    if (oneIn(25)) headers.push(['Content-Encoding', chance.pick(['gzip', 'identity', 'br', 'x'])])
    if (oneIn(25)) headers.push(['Cookie', chance.pick(['samvad_session=session_x', ';'.repeat(2000), '='])])
    return headers
  }

  function authorizationOf(): string | null {
    if (oneIn(20)) return null
    if (oneIn(20))
      return chance.pick([
        'Bearer',
        'Bearer ',
        'Basic YTpi',
        `Bearer ${'x'.repeat(6000)}`,
        `bearer   ${cast.tokens()}`,
        'Bearer samvad_nobody',
      ])
    return `Bearer ${cast.tokens()}`
  }

  const oddType = () =>
    chance.pick([
      'text/plain',
      'application/xml',
      ';',
      'application/json;charset=utf-16',
      'multipart/form-data',
      'multipart/form-data; boundary=',
      'APPLICATION/JSON',
      'a'.repeat(3000),
    ])

  // --- Bodies --------------------------------------------------------------------------------------------------------

  function bodyOf(operation: Operation): Body | null {
    if (oneIn(HUGE_ONE_IN)) return hugeBody()
    if (oneIn(10)) return brokenBody()
    if (!operation.body) return oneIn(2) ? null : json(maker.hostile())
    const value = mutated(maker, operation.body)
    if (value === null || typeof value !== 'object' || Array.isArray(value) || !oneIn(4)) return json(value)
    return oneIn(2) ? form(value as Record<string, unknown>) : multipart(value as Record<string, unknown>)
  }

  function mutated(from: Maker, shape: Shape): unknown {
    if (oneIn(25)) return from.hostile()
    const value = from.plausible(shape) as Record<string, unknown>
    const names = Object.keys(judge.resolve(shape).properties ?? {})
    for (let changes = chance.integer(3); changes > 0 && names.length > 0; changes--) {
      const name = chance.pick(names)
      if (oneIn(4)) delete value[name]
      // Addresses stay on this machine, however hostile the other fields are.
      else if (!['host', 'base_url'].includes(name)) value[name] = from.hostile()
    }
    if (oneIn(8))
      Object.defineProperty(value, chance.pick(['__proto__', 'constructor', 'no_such_field', '']), {
        value: 1,
        enumerable: true,
      })
    return value
  }

  function brokenBody(): Body {
    const type = 'application/json'
    return chance.pick<Body>([
      { type, bytes: Buffer.from('{"a":') },
      { type, bytes: Buffer.from('null') },
      { type, bytes: Buffer.from('"text"') },
      { type, bytes: Buffer.from('1e400') },
      { type, bytes: Buffer.from('\ufeff{}') },
      { type, bytes: Buffer.from('{"a":1,"a":2}') },
      { type, bytes: Buffer.from([0xff, 0xfe, 0x7b, 0x00]) },
      { type, bytes: Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d]) },
      { type, bytes: Buffer.from('['.repeat(20_000)) },
      { type, bytes: Buffer.alloc(0) },
      { type: 'application/x-www-form-urlencoded', bytes: Buffer.from('a[b][c][d][e][f]=1&%ZZ=%&=&a=1&a[b]=2') },
      {
        type: 'application/x-www-form-urlencoded',
        bytes: Buffer.from('__proto__[is_operator]=1&constructor[prototype][x]=1'),
      },
      {
        type: 'multipart/form-data; boundary=b',
        bytes: Buffer.from('--b\r\ncontent-disposition: form-data; name="a"\r\n\r\nx'),
      },
      {
        type: 'multipart/form-data; boundary=b',
        bytes: Buffer.from('--b\r\ncontent-disposition: form-data; name="a"; filename="x"\r\n\r\nx\r\n--b--\r\n'),
      },
      { type: 'multipart/form-data; boundary=b', bytes: Buffer.from(`--b\r\n${'x: y\r\n'.repeat(3000)}\r\n\r\n--b--`) },
    ])
  }

  /** Expensive bodies: rare, because each is megabytes. */
  function hugeBody(): Body {
    const form = 'application/x-www-form-urlencoded'
    return chance.pick<() => Body>([
      () => ({
        type: form,
        bytes: Buffer.from(Array.from({ length: 4999 }, (_, index) => `a[b][c][${index}]=`).join('&')),
      }),
      () => ({ type: form, bytes: Buffer.from('a[]=&'.repeat(180_000)) }),
      () => json({ messages: Array.from({ length: 100_000 }, () => 0) }),
      () => ({ type: 'application/json', bytes: Buffer.from(`["__proto__"${',0'.repeat(500_000)}]`) }),
      () => ({
        type: 'application/json',
        bytes: Buffer.from(`{${Array.from({ length: 70_000 }, (_, index) => `"k${index}":1`).join()}}`),
      }),
      () => ({
        type: 'application/json',
        bytes: Buffer.from(`{"messages":[${'['.repeat(NESTED_LEVELS)}${']'.repeat(NESTED_LEVELS)}]}`),
      }),
      () => ({
        type: 'application/json',
        bytes: Buffer.from(`{"attributes":${'{"a":'.repeat(NESTED_LEVELS)}1${'}'.repeat(NESTED_LEVELS)}}`),
      }),
      () => ({ type: 'application/json', bytes: Buffer.from(`{"text":"${'\\u0041'.repeat(170_000)}"}`) }),
    ])()
  }

  // --- On the wire ---------------------------------------------------------------------------------------------------

  function encode(method: string, target: string, headers: [string, string][], body: Body | null): Buffer[] {
    const isChunked = body !== null && oneIn(8)
    const length: [string, string][] = isChunked
      ? [['Transfer-Encoding', 'chunked']]
      : body
        ? [['Content-Length', String(body.bytes.length)]]
        : []
    const head = `${method} ${target} HTTP/1.1\r\n${[...headers, ...length].map(([name, value]) => `${name}: ${value}`).join('\r\n')}\r\n\r\n`
    const payload = body === null ? [] : isChunked ? chunked(body.bytes) : [body.bytes]
    return oneIn(10)
      ? [...pieces(Buffer.from(head, 'latin1')), ...payload]
      : [Buffer.concat([Buffer.from(head, 'latin1'), ...payload])]
  }

  function pieces(bytes: Buffer): Buffer[] {
    const at = chance.integer(bytes.length)
    return [bytes.subarray(0, at), bytes.subarray(at)]
  }

  function chunked(bytes: Buffer): Buffer[] {
    const size = 1 + chance.integer(Math.max(64, bytes.length))
    const parts: Buffer[] = []
    for (let at = 0; at < bytes.length; at += size) {
      const part = bytes.subarray(at, at + size)
      parts.push(Buffer.concat([Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n')]))
    }
    return [Buffer.concat([...parts, Buffer.from('0\r\n\r\n')])]
  }

  return { next }
}
