// A fake WhatsApp Cloud API on loopback: real HTTP, answers chosen by the test, and its own log of requests. Verdicts
// compare the database and the adapters' results with this log. It shares no code with the program: it speaks Meta's
// documented protocol.

import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createTemplateStore, type TemplateStore } from './templates.ts'

/** A phone number of an account at the Cloud API. */
export interface CloudNumber {
  phoneNumberId: string
  businessAccountId: string
  accessToken: string
  appSecret: string
}

export const someNumber: CloudNumber = {
  phoneNumberId: '106540352242922',
  businessAccountId: '102290129340398',
  accessToken: 'EAAGsoMeToKeN',
  appSecret: '0123456789abcdef0123456789abcdef',
}

/** A message as received. */
export interface CloudMessage {
  /** The id given to the message. */
  id: string
  phoneNumberId: string
  version: string
  body: Record<string, any>
}

/**
 * What it does with a message: accepts it; refuses it with a Graph error code; answers with a status and a text;
 * accepts it and never answers, or drops the connection.
 */
export type CloudDecision =
  | 'accept'
  | 'hang'
  | 'drop'
  | { code: number; status?: number; subcode?: number; message?: string; details?: string; retryAfter?: string }
  | { status: number; text: string }

/** An uploaded example file of a template's header. */
export interface HeaderUpload {
  file_name: string
  file_length: string
  file_type: string
  bytes: Buffer
  /** The value of the header file_offset. */
  offset: string | null
}

export interface CloudApiServer {
  /** The app of the access token; null when the token does not show it. */
  appId: string | null
  headerUploads: HeaderUpload[]
  /** Value for SAMVAD_CLOUD_API_URL. */
  url: string
  /** Accepted and answered, in order. */
  accepted: CloudMessage[]
  /** Received completely and not answered. */
  unanswered: CloudMessage[]
  /** Media by id: uploaded ones, and those that a test adds. */
  media: Map<string, { contentType: string; filename: string | null; bytes: Buffer }>
  /** The templates of the business account. */
  templates: TemplateStore
  /** Current state of the number and the business account. */
  state: { numberStatus: string; subscribedApps: unknown[] }
  /** True: uploads are accepted and never answered. */
  holdsUploads: boolean
  /** Every request, as `METHOD /path`. */
  requests: string[]
  answer(decide: (message: CloudMessage) => CloudDecision): void
  close(): Promise<void>
}

/** With one default number unless others are given. */
export async function startCloudApi(...given: CloudNumber[]): Promise<CloudApiServer> {
  const numbers = given.length === 0 ? [someNumber] : given
  let decide: (message: CloudMessage) => CloudDecision = () => 'accept'
  const api: CloudApiServer = {
    url: '',
    appId: '200300400500',
    headerUploads: [],
    accepted: [],
    unanswered: [],
    media: new Map(),
    templates: createTemplateStore(),
    state: { numberStatus: 'CONNECTED', subscribedApps: [{ whatsapp_business_api_data: { id: '1', name: 'Shop' } }] },
    requests: [],
    holdsUploads: false,
    answer(next) {
      decide = next
    },
    async close() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
  const server = createServer((request, response) => {
    take(request, response).catch(() => response.destroy())
  })

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const bytes = await bytesOf(request)
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://here')
    api.requests.push(`${request.method} ${pathname}`)
    const number = numbers.find(({ accessToken }) =>
      [`Bearer ${accessToken}`, `OAuth ${accessToken}`].includes(request.headers.authorization ?? ''),
    )
    if (number === undefined)
      return say(response, 401, {
        error: { message: 'Error validating access token', type: 'OAuthException', code: 190 },
      })
    const [version = '', ...steps] = pathname.slice(1).split('/')
    const path = `${request.method} ${steps.join('/')}`
    if (path === `POST ${number.phoneNumberId}/messages`) {
      const id = `wamid.${randomBytes(16).toString('base64url')}`
      const body = JSON.parse(bytes.toString('utf8'))
      return decideOn({ id, phoneNumberId: number.phoneNumberId, version, body }, response)
    }
    if (path === `POST ${number.phoneNumberId}/media` && api.holdsUploads) return
    if (path === `POST ${number.phoneNumberId}/media`) return say(response, 200, { id: await upload(request, bytes) })
    if (path === 'GET app') return api.appId === null ? noApp(response) : say(response, 200, { id: api.appId })
    if (path === `POST ${api.appId}/uploads`) {
      api.headerUploads.push({ ...(Object.fromEntries(searchParams) as any), bytes: Buffer.alloc(0), offset: null })
      return say(response, 200, { id: `upload:MTphd${api.headerUploads.length}?sig=ARZ` })
    }
    if (/^upload:MTphd\d+$/.test(steps.join('/'))) {
      const at = Number(steps[0]?.slice('upload:MTphd'.length)) - 1
      Object.assign(api.headerUploads[at] as HeaderUpload, { bytes, offset: request.headers.file_offset })
      return say(response, 200, { h: `4::${at + 1}` })
    }
    if (path === 'GET me') return me(number, searchParams.get('appsecret_proof'), response)
    if (path === `GET ${number.phoneNumberId}`)
      return say(response, 200, {
        id: steps[0],
        display_phone_number: '+91 98765 00000',
        status: api.state.numberStatus,
      })
    if (path === `GET ${number.businessAccountId}/subscribed_apps`)
      return say(response, 200, { data: api.state.subscribedApps })
    if (steps.join('/') === `${number.businessAccountId}/message_templates` || api.templates.has(steps.join('/')))
      return api.templates.take({ method: request.method ?? '', steps, searchParams, bytes }, response)
    const media = api.media.get(steps.at(-1) ?? '')
    if (media && path === `GET files/${steps[1]}`) {
      response.writeHead(200, { 'content-type': media.contentType }).end(media.bytes)
      return
    }
    if (media && steps.length === 1)
      return say(response, 200, { url: `${api.url}/${version}/files/${steps[0]}`, mime_type: media.contentType })
    const message = `Unsupported request. Object with ID '${steps[0]}' does not exist`
    return say(response, 400, { error: { message, type: 'GraphMethodException', code: 100, error_subcode: 33 } })
  }

  const noApp = (response: ServerResponse) =>
    say(response, 400, { error: { message: '(#100) Tried accessing app', type: 'OAuthException', code: 100 } })

  async function me(number: CloudNumber, proof: string | null, response: ServerResponse): Promise<void> {
    const { createHmac } = await import('node:crypto')
    const expected = createHmac('sha256', number.appSecret).update(number.accessToken).digest('hex')
    if (proof === null || proof === expected) return say(response, 200, { id: '122100' })
    say(response, 400, { error: { message: 'Invalid appsecret_proof provided in the API argument', code: 100 } })
  }

  async function upload(request: IncomingMessage, bytes: Buffer): Promise<string> {
    const form = await new Response(new Uint8Array(bytes), {
      headers: { 'content-type': request.headers['content-type'] ?? '' },
    }).formData()
    const file = form.get('file') as File
    const id = String(BigInt(`0x${randomBytes(6).toString('hex')}`))
    const content = Buffer.from(await file.arrayBuffer())
    api.media.set(id, { contentType: form.get('type') as string, filename: file.name, bytes: content })
    return id
  }

  function decideOn(message: CloudMessage, response: ServerResponse): void {
    const decision = decide(message)
    if (decision === 'hang' || decision === 'drop') {
      api.unanswered.push(message)
      if (decision === 'drop') response.destroy()
      return
    }
    if (decision !== 'accept' && 'text' in decision) {
      response.writeHead(decision.status, { 'content-type': 'text/html' }).end(decision.text)
      return
    }
    if (decision !== 'accept') {
      const { code, status = 400, subcode, message: words = 'as the test wants it', details, retryAfter } = decision
      if (retryAfter !== undefined) response.setHeader('retry-after', retryAfter)
      return say(response, status, {
        error: {
          message: `(#${code}) ${words}`,
          type: 'OAuthException',
          code,
          ...(subcode === undefined ? {} : { error_subcode: subcode }),
          ...(details === undefined ? {} : { error_data: { messaging_product: 'whatsapp', details } }),
          fbtrace_id: 'AbCdEf',
        },
      })
    }
    api.accepted.push(message)
    const input = message.body.to ?? message.body.recipient
    say(response, 200, {
      messaging_product: 'whatsapp',
      contacts: [{ input, wa_id: String(input).replace('+', '') }],
      messages: [{ id: message.id, message_status: 'accepted' }],
    })
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  api.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return api
}

function say(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}
