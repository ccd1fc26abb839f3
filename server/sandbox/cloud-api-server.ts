// The sandbox's WhatsApp Cloud API: real HTTP on loopback, inside the process that dispatches. It takes messages from
// this process alone, keeps each for the organization that signed in, and reports by signed webhooks what became of it,
// as Meta does. Nothing is passed on.

import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { App } from '#kit/app.ts'
import { sameSecret } from '#kit/crypto.ts'
import { newUuid, parseTypeId, type Uuid } from '#kit/ids.ts'
import type { SandboxCloudApi } from '#messaging/channels/app/adapter.ts'
import { API_VERSION_DEFAULT } from '#messaging/channels/app/rules.ts'
import { SANDBOX_PHONE_NUMBER_ID } from '#messaging/channels/app/sandbox-account.ts'
import { createCloudApiReports } from './cloud-api-reports.ts'
import { createSandboxInbox, type KeepInSandbox } from './inbox.ts'
import { TIMEOUT } from './rules.ts'

const LOOPBACK = '127.0.0.1'
/** What a medium may have; a message has a few kilobytes. */
const BODY_BYTES_MAX = 110 * 1024 * 1024
const MESSAGE_BYTES_MAX = 1024 * 1024
/** What is said for a refusal of which nobody said why. */
const REFUSED_CODE = 131026

export function createSandboxCloudApi(app: App, keep: KeepInSandbox = createSandboxInbox(app)): SandboxCloudApi {
  /** Known to this process alone; the organization stands before it. */
  const password = randomBytes(24).toString('base64url')
  const reports = createCloudApiReports(app)
  let started: Promise<{ server: Server; port: number }> | undefined

  async function start(): Promise<{ server: Server; port: number }> {
    const server = createServer((request, response) => {
      take(request, response).catch((error) => {
        app.log.error({ err: error }, 'the sandbox could not keep a message of the app')
        refuse(response, 500, 131016, 'Service unavailable')
      })
    })
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(0, LOOPBACK, resolve)
    })
    return { server, port: (server.address() as AddressInfo).port }
  }

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const organizationId = signedInAs(request.headers.authorization ?? '', password)
    const path = `${request.method} ${new URL(request.url ?? '/', `http://${LOOPBACK}`).pathname}`
    if (organizationId === null) return refuse(response, 401, 190, 'Invalid OAuth access token')
    if (path === `POST /${API_VERSION_DEFAULT}/${SANDBOX_PHONE_NUMBER_ID}/media`) {
      await bytesOf(request, BODY_BYTES_MAX, 'let go')
      return say(response, 200, { id: String(BigInt(`0x${randomBytes(7).toString('hex')}`)) })
    }
    if (path !== `POST /${API_VERSION_DEFAULT}/${SANDBOX_PHONE_NUMBER_ID}/messages`)
      return refuse(response, 404, 100, 'Unsupported request')
    await takeMessage(organizationId, await bytesOf(request, MESSAGE_BYTES_MAX, 'keep'), response)
  }

  async function takeMessage(organizationId: Uuid, bytes: Buffer, response: ServerResponse): Promise<void> {
    const body = JSON.parse(bytes.toString('utf8')) as SentMessage
    const { to, recipient = '' } = body
    const address = to ?? recipient
    const id = `wamid.${randomBytes(18).toString('base64url')}`
    const at = app.clock()
    const { receipts, failCode } = await keep(organizationId, {
      id: newUuid(at.getTime()),
      channel: 'app',
      from_address: SANDBOX_PHONE_NUMBER_ID,
      // As a contact has it: the protocol leaves the plus out.
      address: to === undefined ? recipient : `+${to}`,
      subject: null,
      text: shownOf(body),
      html: null,
      raw: bytes.toString('utf8').replaceAll('\0', ''),
      received_at: at,
      delivery_id: parseTypeId('dlv', body.biz_opaque_callback_data ?? ''),
      invitation_id: null,
    })
    if (failCode === TIMEOUT) return void response.destroy()
    if (failCode !== null) {
      const code = /^\d+$/.test(failCode) ? Number(failCode) : REFUSED_CODE
      return refuse(response, 400, code, 'as the sandbox was told to')
    }
    say(response, 200, {
      messaging_product: 'whatsapp',
      contacts: [{ input: address, wa_id: address }],
      messages: [{ id, message_status: 'accepted' }],
    })
    if (receipts === 'automatic')
      reports.arrived(organizationId, { id, to: address, ours: body.biz_opaque_callback_data })
  }

  return {
    async accountFor(organizationId) {
      started ??= start()
      // One that could not start is started anew by the next message.
      started.catch(() => {
        started = undefined
      })
      const { port } = await started
      return {
        baseUrl: `http://${LOOPBACK}:${port}`,
        version: API_VERSION_DEFAULT,
        phoneNumberId: SANDBOX_PHONE_NUMBER_ID,
        accessToken: `${organizationId}.${password}`,
      }
    },
    async close() {
      const running = await started?.catch(() => undefined)
      started = undefined
      reports.close()
      if (!running) return
      running.server.closeAllConnections()
      await new Promise<void>((resolve) => running.server.close(() => resolve()))
    },
  }
}

/** Of what the adapter sends, what is looked at. */
interface SentMessage {
  to?: string
  recipient?: string
  biz_opaque_callback_data?: string
  type: string
  text?: { body?: string }
  image?: Caption
  video?: Caption
  document?: Caption
  template?: { name?: string; components?: { type: string; parameters?: { text?: string }[] }[] }
}
interface Caption {
  caption?: string
}

/** Of a template what the provider is told: its words are at Meta. */
function shownOf({ type, text, image, video, document, template }: SentMessage): string | null {
  if (type !== 'template') return text?.body ?? (image ?? video ?? document)?.caption ?? null
  const body = template?.components?.find((one) => one.type === 'body')
  const parameters = (body?.parameters ?? []).map((one) => one.text ?? '')
  return [`[${template?.name ?? ''}]`, ...parameters].join('\n')
}

function signedInAs(authorization: string, password: string): Uuid | null {
  const [, organizationId, given = ''] = /^Bearer ([0-9a-f-]{36})\.(.+)$/.exec(authorization) ?? []
  return organizationId !== undefined && sameSecret(given, password) ? (organizationId as Uuid) : null
}

function say(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function refuse(response: ServerResponse, status: number, code: number, message: string): void {
  if (response.headersSent) return void response.destroy()
  say(response, status, { error: { message: `(#${code}) ${message}`, type: 'OAuthException', code } })
}

/** `let go`: only read to its end. */
async function bytesOf(request: IncomingMessage, most: number, what: 'keep' | 'let go'): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > most) throw new Error(`a body of more than ${most} bytes`)
    if (what === 'keep') chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
