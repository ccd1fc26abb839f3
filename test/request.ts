// Sends one request of a test, as an API client would; checks its answer against the contract. It uses node:http, which
// takes a third of the processor time of fetch.

import { Agent, request as begin, type IncomingMessage } from 'node:http'
import { unzipSync } from 'node:zlib'
import { assertDocumented } from './documented.ts'

export interface Answer {
  status: number
  headers: Headers
  body: any
  text: string
}

export interface RequestOptions {
  token?: string | null
  json?: unknown
  form?: Record<string, string> | [string, string][]
  multipart?: Record<string, string>
  body?: string | Buffer
  headers?: Record<string, string>
  /** Sent to the host name of an organization's forms, which the contract does not cover. */
  isOnSite?: true
  /** Unlimited by default. */
  timeoutMs?: number
}

const agent = new Agent({ keepAlive: true })
/** Headers that fetch sends by default. */
const BY_DEFAULT = {
  accept: '*/*',
  'accept-encoding': 'gzip, deflate',
  'accept-language': '*',
  'sec-fetch-mode': 'cors',
  'user-agent': 'node',
}

export async function request(
  url: string,
  method: string,
  path: string,
  options: RequestOptions = {},
): Promise<Answer> {
  const headers: Record<string, string> = { ...BY_DEFAULT, ...options.headers }
  if (options.token) headers.authorization = `Bearer ${options.token}`
  let body = options.body
  if (options.json !== undefined) {
    headers['content-type'] ??= 'application/json'
    body = JSON.stringify(options.json)
  } else if (options.form) {
    headers['content-type'] ??= 'application/x-www-form-urlencoded;charset=UTF-8'
    body = new URLSearchParams(options.form).toString()
  } else if (options.multipart) {
    const form = new FormData()
    for (const [name, value] of Object.entries(options.multipart)) form.append(name, value)
    const written = new Response(form)
    headers['content-type'] ??= written.headers.get('content-type') as string
    body = Buffer.from(await written.arrayBuffer())
  } else if (typeof body === 'string') headers['content-type'] ??= 'text/plain;charset=UTF-8'
  const { status, headers: answered, text } = await exchange(url + path, method, headers, body, options.timeoutMs)
  const isJson = text !== '' && /json/.test(answered.get('content-type') ?? '')
  const answer = { status, headers: answered, body: isJson ? JSON.parse(text) : undefined, text }
  if (!options.isOnSite) assertDocumented(method, path, answer)
  return answer
}

function exchange(
  address: string,
  method: string,
  headers: Record<string, string>,
  body: string | Buffer | undefined,
  timeoutMs: number | undefined,
): Promise<Omit<Answer, 'body'>> {
  const { promise, resolve, reject } = Promise.withResolvers<Omit<Answer, 'body'>>()
  const fail = (cause: Error) => reject(new Error(`${method} ${address} had no answer`, { cause }))
  const signal = timeoutMs === undefined ? {} : { signal: AbortSignal.timeout(timeoutMs) }
  // node:http sends no content length for the body of a DELETE.
  if (body !== undefined) headers['content-length'] ??= String(Buffer.byteLength(body))
  const asked = begin(new URL(address), { method, headers, agent, ...signal }, (answer) => {
    const { statusCode, rawHeaders } = answer
    const given = new Headers()
    for (let at = 0; at < rawHeaders.length; at += 2)
      given.append(rawHeaders[at] as string, rawHeaders[at + 1] as string)
    textOf(answer, given).then((text) => resolve({ status: statusCode as number, headers: given, text }), fail)
  })
  asked.on('error', fail)
  asked.end(body)
  return promise
}

/** The body; empty for an event stream, which has no end. */
async function textOf(answer: IncomingMessage, headers: Headers): Promise<string> {
  if (/event-stream/.test(headers.get('content-type') ?? '')) {
    answer.destroy()
    return ''
  }
  const chunks: Buffer[] = []
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  answer.on('data', (chunk) => chunks.push(chunk))
  answer.once('end', resolve)
  answer.once('error', reject)
  await promise
  const bytes = Buffer.concat(chunks)
  const isPacked = bytes.length > 0 && headers.has('content-encoding')
  return new TextDecoder().decode(isPacked ? unzipSync(bytes) : bytes)
}
