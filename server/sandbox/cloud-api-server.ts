// The sandbox's WhatsApp Cloud API: real HTTP on loopback, in the dispatching process. It accepts messages from this
// process only, stores each for the organization that signed in, and reports its status by signed webhooks, like Meta.
// Nothing is forwarded.

import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream/promises'
import type { App } from '#kit/app.ts'
import { sameSecret } from '#kit/crypto.ts'
import { newUuid, parseTypeId, type Uuid } from '#kit/ids.ts'
import { NotThere } from '#messaging/attachments/store/store.ts'
import { attachmentStore } from '#messaging/attachments/store/stores.ts'
import type { SandboxCloudApi } from '#messaging/channels/app/adapter.ts'
import type { Fields } from '#messaging/channels/app/json-values.ts'
import { API_VERSION_DEFAULT } from '#messaging/channels/app/rules.ts'
import { SANDBOX_BUSINESS_ACCOUNT_ID, SANDBOX_PHONE_NUMBER_ID } from '#messaging/channels/app/sandbox-account.ts'
import { type WordsRow, wordsOfVersion } from '#messaging/templates/component-queries.ts'
import { readParts } from './cloud-api-interactive.ts'
import { locationFault } from './cloud-api-location.ts'
import { createCloudApiReports } from './cloud-api-reports.ts'
import type { FormError } from './cloud-api-review.ts'
import { createCloudApiTemplates } from './cloud-api-templates.ts'
import { createSandboxInbox, type KeepInSandbox } from './inbox.ts'
import { fileOf, TIMEOUT } from './rules.ts'
import { type MadeRow, madeFrom } from './template-queries.ts'
import { readByContact, type ToldTemplate } from './template-words.ts'

const LOOPBACK = '127.0.0.1'
/** Maximum size of media, and of a message, which has a few kilobytes. */
const BODY_BYTES_MAX = 110 * 1024 * 1024
const MESSAGE_BYTES_MAX = 1024 * 1024
/** The path of the business account's templates. */
const TEMPLATES = `/${API_VERSION_DEFAULT}/${SANDBOX_BUSINESS_ACCOUNT_ID}/message_templates`
const CHANGED_TEMPLATE = new RegExp(`^POST /${API_VERSION_DEFAULT.replace('.', '\\.')}/(\\d{1,20})$`)
/** Upload of the file in a template's header, for review. */
const SANDBOX_APP_ID = '100000000000003'
const APP = `GET /${API_VERSION_DEFAULT}/app`
const HEADER_UPLOADS = `POST /${API_VERSION_DEFAULT}/${SANDBOX_APP_ID}/uploads`
const HEADER_UPLOAD = `POST /${API_VERSION_DEFAULT}/upload:sandbox`
/** The path of a medium's metadata, and of its content. */
const MEDIUM = new RegExp(`^GET /(${API_VERSION_DEFAULT.replace('.', '\\.')}|files)/(\\d{1,39})$`)
/** The error code when a refusal has no configured code. */
const REFUSED_CODE = 131026

export function createSandboxCloudApi(app: App, keep: KeepInSandbox = createSandboxInbox(app)): SandboxCloudApi {
  /** Known to this process only; the organization's id precedes it in the token. */
  const password = randomBytes(24).toString('base64url')
  const reports = createCloudApiReports(app)
  const templates = createCloudApiTemplates(app)
  const store = attachmentStore(app.settings)
  let isClosed = false
  let started: Promise<{ server: Server; port: number }> | undefined

  async function start(): Promise<{ server: Server; port: number }> {
    const server = createServer((request, response) => {
      take(request, response).catch((error) => {
        app.log.error({ err: error }, 'sandbox failed to store a WhatsApp message')
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
    const url = new URL(request.url ?? '/', `http://${LOOPBACK}`)
    const path = `${request.method} ${url.pathname}`
    if (organizationId === null) return refuse(response, 401, 190, 'Invalid OAuth access token')
    if (path === `POST /${API_VERSION_DEFAULT}/${SANDBOX_PHONE_NUMBER_ID}/media`) {
      await bytesOf(request, BODY_BYTES_MAX, 'let go')
      return say(response, 200, { id: String(BigInt(`0x${randomBytes(7).toString('hex')}`)) })
    }
    if (path === `GET ${TEMPLATES}`)
      return say(response, 200, await templates.list(organizationId, url.searchParams.get('name') ?? ''))
    if (path === `POST ${TEMPLATES}`) {
      const bytes = await bytesOf(request, MESSAGE_BYTES_MAX, 'keep')
      return sayOfTemplate(response, templates.make(organizationId, JSON.parse(bytes.toString('utf8'))))
    }
    if (path === APP) return say(response, 200, { id: SANDBOX_APP_ID })
    if (path === HEADER_UPLOADS) return say(response, 200, { id: 'upload:sandbox' })
    if (path === HEADER_UPLOAD) {
      await bytesOf(request, BODY_BYTES_MAX, 'let go')
      return say(response, 200, { h: `4:${randomBytes(12).toString('base64url')}` })
    }
    // Templates are not stored here, so a deletion has nothing to delete.
    if (path === `DELETE ${TEMPLATES}`) return say(response, 200, { success: true })
    const [, changed] = CHANGED_TEMPLATE.exec(path) ?? []
    if (changed !== undefined) {
      const bytes = await bytesOf(request, MESSAGE_BYTES_MAX, 'keep')
      return sayOfTemplate(response, templates.change(organizationId, changed, JSON.parse(bytes.toString('utf8'))))
    }
    const [, place, mediaId] = MEDIUM.exec(path) ?? []
    if (mediaId !== undefined) return handOut(organizationId, { mediaId, isFile: place === 'files' }, response)
    if (path !== `POST /${API_VERSION_DEFAULT}/${SANDBOX_PHONE_NUMBER_ID}/messages`)
      return refuse(response, 404, 100, 'Unsupported request')
    await takeMessage(organizationId, await bytesOf(request, MESSAGE_BYTES_MAX, 'keep'), response)
  }

  /** Returns the URL of a file attached at a device, or the file itself. */
  async function handOut(
    organizationId: Uuid,
    { mediaId, isFile }: { mediaId: string; isFile: boolean },
    response: ServerResponse,
  ): Promise<void> {
    const id = fileOf(mediaId)
    if (id === null) return refuse(response, 404, 100, 'Unsupported request')
    if (!isFile) {
      const { port } = (await started) as { port: number }
      return say(response, 200, { id: mediaId, url: `http://${LOOPBACK}:${port}/files/${mediaId}` })
    }
    const file = await store.get({ organizationId, id }).catch((error: Error) => {
      if (error instanceof NotThere) return null
      throw error
    })
    if (file === null) return refuse(response, 404, 100, 'Unsupported request')
    response.writeHead(200, { 'content-type': 'application/octet-stream' })
    await pipeline(file, response)
  }

  async function takeMessage(organizationId: Uuid, bytes: Buffer, response: ServerResponse): Promise<void> {
    const body = JSON.parse(bytes.toString('utf8')) as SentMessage
    const { to, recipient = '' } = body
    const address = to ?? recipient
    const id = `wamid.${randomBytes(18).toString('base64url')}`
    // It is no message; that it was made is seen where it was.
    if (body.type === 'reaction') return accept(response, id, address)
    const parts = readParts(body)
    if ('fault' in parts)
      return refuse(response, 400, parts.fault.code, 'Parameter value is not valid', parts.fault.details)
    const at = app.clock()
    const deliveryId = parseTypeId('dlv', body.biz_opaque_callback_data ?? '')
    const made = body.template ? await madeBy(organizationId, deliveryId) : null
    const fault = body.template ? locationFault(body.template, made?.words) : null
    if (fault !== null) return refuse(response, 400, fault.code, 'Parameter value is not valid', fault.details)
    const read = body.template ? readByContact(body.template, made?.words, made?.fileId) : null
    const { receipts, failCode } = await keep(organizationId, {
      id: newUuid(at.getTime()),
      channel: 'app',
      from_address: SANDBOX_PHONE_NUMBER_ID,
      // With a plus sign, which the protocol leaves out.
      address: to === undefined ? recipient : `+${to}`,
      subject: null,
      text: read ? read.text : (parts.text ?? textOf(body)),
      html: null,
      components: read?.components ?? null,
      raw: bytes.toString('utf8').replaceAll('\0', ''),
      received_at: at,
      delivery_id: deliveryId,
      invitation_id: null,
      interactive: parts.interactive,
      answers_provider_id: parts.quoted,
    })
    if (failCode === TIMEOUT) return void response.destroy()
    if (failCode !== null) {
      const code = /^\d+$/.test(failCode) ? Number(failCode) : REFUSED_CODE
      return refuse(response, 400, code, 'as the sandbox was told to')
    }
    accept(response, id, address)
    if (receipts === 'automatic')
      reports.arrived(organizationId, { id, to: address, ours: body.biz_opaque_callback_data })
  }

  /** The template's content from which the delivery was made, and the message's file. */
  async function madeBy(organizationId: Uuid, deliveryId: Uuid | null) {
    const { reads } = app.database
    const made = deliveryId && (await reads.row<MadeRow>(madeFrom(organizationId, deliveryId)))
    if (!made || made.template_id === null || made.version === null) return null
    const words = await reads.row<WordsRow>(wordsOfVersion(organizationId, made.template_id, made.version))
    return { words, fileId: made.file_id }
  }

  return {
    async accountFor(organizationId) {
      if (isClosed) throw new Error('the sandbox has ended')
      started ??= start()
      // A server that failed to start is started again by the next message.
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
      isClosed = true
      reports.close()
      templates.close()
      if (!running) return
      running.server.closeAllConnections()
      await new Promise<void>((resolve) => running.server.close(() => resolve()))
    },
  }
}

/** The part of the adapter's request that the sandbox reads. */
interface SentMessage extends Fields {
  to?: string
  recipient?: string
  biz_opaque_callback_data?: string
  type: string
  text?: { body?: string }
  image?: Caption
  video?: Caption
  document?: Caption
  template?: ToldTemplate
}
interface Caption {
  caption?: string
}

/** The text that a contact reads, for a message without a template. */
const textOf = ({ text, image, video, document }: SentMessage): string | null =>
  text?.body ?? (image ?? video ?? document)?.caption ?? null

function signedInAs(authorization: string, password: string): Uuid | null {
  const [, organizationId, given = ''] = /^(?:Bearer|OAuth) ([0-9a-f-]{36})\.(.+)$/.exec(authorization) ?? []
  return organizationId !== undefined && sameSecret(given, password) ? (organizationId as Uuid) : null
}

function say(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

const accept = (response: ServerResponse, id: string, address: string): void =>
  say(response, 200, {
    messaging_product: 'whatsapp',
    contacts: [{ input: address, wa_id: address }],
    messages: [{ id, message_status: 'accepted' }],
  })

function sayOfTemplate(response: ServerResponse, answer: object | FormError): void {
  if (!('subcode' in answer)) return say(response, 200, answer)
  const { subcode, title, text } = answer
  const words = { error_user_title: title, error_user_msg: text }
  const named = subcode === null ? {} : { error_subcode: subcode }
  const error = { message: 'Invalid parameter', type: 'OAuthException', code: 100, ...named, ...words }
  say(response, 400, { error })
}

function refuse(response: ServerResponse, status: number, code: number, message: string, details?: string): void {
  if (response.headersSent) return void response.destroy()
  const data = details === undefined ? {} : { error_data: { messaging_product: 'whatsapp', details } }
  say(response, status, { error: { message: `(#${code}) ${message}`, type: 'OAuthException', code, ...data } })
}

/** `let go`: read to the end and discarded. */
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
