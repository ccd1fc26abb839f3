// A Cloud API that accepts every message and a little later reports it as sent and delivered, by signed webhooks. It
// parses only as much HTTP as that needs. Settings: `base`, the program's address; `callbacks`, by phone number id: the
// path of the account's webhook and its app secret; `statusesMax` per webhook.

import { createHmac } from 'node:crypto'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { wholeAnswer } from '../load.ts'
import { serveBench } from './within.ts'

const STATUS_AFTER_MS = 200
const AGAIN_MS = 100
const GATHER_MS = 20
const WEBHOOKS_AT_ONCE = 8
const HEADER_END = Buffer.from('\r\n\r\n')

interface Callback {
  path: string
  appSecret: string
}

interface Status {
  id: string
  ours: string
  atMs: number
}

let base: URL | undefined
const callbacks: Record<string, Callback> = {}
let statusesMax = 500
let lastId = 0
/** By phone number id, the oldest first. */
const due = new Map<string, Status[]>()

// --- Messages in -----------------------------------------------------------------------------------------------------

const server = createServer((socket) => {
  let unread: Buffer = Buffer.alloc(0)
  socket.setNoDelay(true)
  socket.on('error', () => {})
  socket.on('data', (chunk: Buffer) => {
    unread = unread.length === 0 ? chunk : Buffer.concat([unread, chunk])
    for (;;) {
      const headEnd = unread.indexOf(HEADER_END)
      if (headEnd < 0) return
      const head = unread.toString('latin1', 0, headEnd)
      const end = headEnd + HEADER_END.length + Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
      if (unread.length < end) return
      const body = unread.toString('utf8', headEnd + HEADER_END.length, end)
      unread = unread.subarray(end)
      take(socket, head, body)
    }
  })
})

function take(socket: Socket, head: string, body: string): void {
  const [, number = ''] = /^POST \/v[\d.]+\/(\d+)\/messages /.exec(head) ?? []
  const ours = /"biz_opaque_callback_data":"([^"]+)"/.exec(body)?.[1] ?? ''
  const id = `wamid.${(++lastId).toString(36).padStart(20, '0')}`
  counts.take()
  const ofNumber = due.get(number) ?? []
  due.set(number, ofNumber)
  ofNumber.push({ id, ours, atMs: performance.now() + STATUS_AFTER_MS })
  const answer = `{"messaging_product":"whatsapp","contacts":[{"input":"1","wa_id":"1"}],"messages":[{"id":"${id}"}]}`
  socket.write(`HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${answer.length}\r\n\r\n${answer}`)
}

// --- Webhooks out ----------------------------------------------------------------------------------------------------

interface Webhook {
  request: Buffer
  /** Number of messages reported as delivered. */
  arrived: number
}

const waiting: Webhook[] = []
const idle: ((webhook: Webhook) => void)[] = []

setInterval(() => {
  if (base === undefined) return
  for (const [number, all] of due) {
    const count = all.findIndex(({ atMs }) => atMs > performance.now())
    const now = all.splice(0, count === -1 ? all.length : count)
    // Two statuses per message.
    const each = Math.max(1, Math.floor(statusesMax / 2))
    for (let from = 0; from < now.length; from += each) tell(number, now.slice(from, from + each))
  }
}, GATHER_MS)

function tell(number: string, messages: Status[]): void {
  const sent = messages.map((one) => statusOf('sent', one))
  const arrived = messages.map((one) => statusOf('delivered', one))
  const together = statusesMax > 1 ? [[...sent, ...arrived]] : [sent, arrived]
  together.forEach((statuses, place) => {
    const isLast = place === together.length - 1
    hand({ request: requestOf(number, statuses), arrived: isLast ? messages.length : 0 })
  })
}

const statusOf = (status: string, { id, ours }: Status): object => ({
  id,
  status,
  timestamp: String(Math.floor(Date.now() / 1000)),
  recipient_id: '15550100',
  biz_opaque_callback_data: ours,
})

function requestOf(number: string, statuses: object[]): Buffer {
  const { path, appSecret } = callbacks[number] as Callback
  const metadata = { display_phone_number: '1', phone_number_id: number }
  const value = { messaging_product: 'whatsapp', metadata, statuses }
  const entry = [{ id: number, changes: [{ field: 'messages', value }] }]
  const body = Buffer.from(JSON.stringify({ object: 'whatsapp_business_account', entry }))
  const head = [
    `POST ${path} HTTP/1.1`,
    `host: ${base?.host}`,
    'content-type: application/json',
    `x-hub-signature-256: sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`,
    `content-length: ${body.length}`,
  ]
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body])
}

function hand(webhook: Webhook): void {
  const free = idle.pop()
  if (free) free(webhook)
  else waiting.push(webhook)
}

/**
 * A connection that posts one webhook after another. A refused one is posted again, by whichever connection is free.
 */
function bring(to: URL): void {
  const socket = connect(Number(to.port), to.hostname)
  let unread: Buffer = Buffer.alloc(0)
  let inHand: Webhook | undefined
  const next = (webhook: Webhook) => {
    inHand = webhook
    socket.write(webhook.request)
  }
  const rest = () => {
    const webhook = waiting.shift()
    if (webhook) next(webhook)
    else idle.push(next)
  }
  socket.setNoDelay(true)
  socket.once('connect', rest)
  socket.on('error', () => {})
  socket.once('close', () => {
    const place = idle.indexOf(next)
    if (place >= 0) idle.splice(place, 1)
    if (inHand) hand(inHand)
    // The program closes connections that were idle for long; after its end no more are opened.
    setTimeout(() => base === to && bring(to), AGAIN_MS)
  })
  socket.on('data', (chunk: Buffer) => {
    unread = unread.length === 0 ? chunk : Buffer.concat([unread, chunk])
    const answer = wholeAnswer(unread)
    if (!answer) return
    unread = unread.subarray(answer.length)
    // No request was in flight: it is a 408, by which the program closes an idle connection. This one is free already.
    if (!inHand) return
    if (answer.isSuccess) counts.report(inHand.arrived)
    else waiting.push(inHand)
    inHand = undefined
    rest()
  })
}

await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const counts = serveBench((server.address() as AddressInfo).port, (settings) => {
  Object.assign(callbacks, settings.callbacks)
  if (settings.statusesMax) statusesMax = Number(settings.statusesMax)
  if (typeof settings.base !== 'string') return
  base = new URL(settings.base)
  for (let count = 0; count < WEBHOOKS_AT_ONCE; count++) bring(base)
})
