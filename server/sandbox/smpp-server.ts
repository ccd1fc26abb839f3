// The sandbox's SMPP server: real SMPP on loopback, inside the process that dispatches. It takes binds of this process
// alone, keeps each message for the organization that bound, and says by deliver_sm that it arrived. Long messages are
// kept whole, once all their parts are there. Nothing is passed on.

import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { App } from '#kit/app.ts'
import { sameSecret } from '#kit/crypto.ts'
import { newUuid, parseTypeId, type Uuid } from '#kit/ids.ts'
import { SANDBOX_DELIVERY_TAG, type SandboxSms } from '#messaging/channels/sms/adapter.ts'
import { statusNames } from '#messaging/channels/sms/smpp/outcomes.ts'
import type { Behaviour } from './behaviour.ts'
import { createSandboxInbox, type KeepInSandbox } from './inbox.ts'
import type { ArrivedMail } from './queries.ts'
import { TIMEOUT } from './rules.ts'
import { type LibraryPdu, type LibrarySession, portOf, smppLibrary } from './smpp-library.ts'

const LOOPBACK = '127.0.0.1'
const SYSTEM_ID_BYTES = 6
/** Of long messages that are not whole yet. */
const WAITING_MAX = 10_000
const STATS: readonly string[] = ['EXPIRED', 'DELETED', 'UNDELIV', 'UNKNOWN', 'REJECTD']
const ESME_RSYSERR = 0x08
const ESME_RINVDSTADR = 0x0b
const ESME_RINVPASWD = 0x0e
/** esm_class of a receipt. */
const RECEIPT = 0x04
const RECEIPTS_WANTED = 1

/** What is known of a message whose parts come one by one. */
interface Waiting {
  parts: Map<number, string>
  raw: string[]
}

export function createSandboxSmppServer(app: App, keep: KeepInSandbox = createSandboxInbox(app)): SandboxSms {
  /** Known to this process alone. */
  const password = randomBytes(6).toString('base64url')
  const organizations = new Map<string, Uuid>()
  const systemIds = new Map<Uuid, string>()
  const waiting = new Map<string, Waiting>()
  type Running = ReturnType<ReturnType<typeof smppLibrary>['createServer']>
  let started: Promise<Running> | undefined

  async function start(): Promise<Running> {
    const server = smppLibrary().createServer(serve)
    server.on('error', (err) => app.log.warn({ err }, 'sandbox SMPP connection'))
    server.listen(0, LOOPBACK)
    await once(server, 'listening')
    return server
  }

  function serve(session: LibrarySession): void {
    let organizationId: Uuid | undefined
    session.on('error', () => session.destroy())
    session.on('bind_transceiver', (pdu: LibraryPdu) => {
      const isRight = sameSecret(pdu.password ?? '', password)
      organizationId = isRight ? organizations.get(pdu.system_id ?? '') : undefined
      session.send(pdu.response({ command_status: organizationId ? 0 : ESME_RINVPASWD, system_id: 'sandbox' }))
    })
    session.on('enquire_link', (pdu: LibraryPdu) => session.send(pdu.response()))
    session.on('unbind', (pdu: LibraryPdu) => {
      session.send(pdu.response())
      session.close()
    })
    session.on('submit_sm', (pdu: LibraryPdu) => {
      if (organizationId === undefined) return void session.send(pdu.response({ command_status: ESME_RINVPASWD }))
      take(session, pdu, organizationId).catch((err) => {
        app.log.error({ err }, 'the sandbox could not keep an SMS')
        session.send(pdu.response({ command_status: ESME_RSYSERR }))
      })
    })
  }

  async function take(session: LibrarySession, pdu: LibraryPdu, organizationId: Uuid): Promise<void> {
    const id = randomBytes(8).toString('hex')
    const whole = wholeOf(pdu, organizationId)
    const { receipts, failCode } =
      whole === null ? automatic : await keep(organizationId, messageOf(pdu, whole.text, whole.raw))
    const stat = failCode !== null && STATS.includes(failCode) ? failCode : 'DELIVRD'
    if (failCode === TIMEOUT) return
    if (failCode !== null && stat === 'DELIVRD') {
      session.send(pdu.response({ command_status: statusOf(failCode) }))
      return
    }
    session.send(pdu.response({ message_id: id }))
    if (receipts === 'automatic' && ((pdu.registered_delivery ?? 0) & 3) === RECEIPTS_WANTED)
      report(session, pdu, id, stat)
  }

  /** The whole text once all of it is there; null while parts are missing. */
  function wholeOf(pdu: LibraryPdu, organizationId: Uuid): { text: string; raw: string } | null {
    const carried = pdu.message_payload ?? pdu.short_message
    const text = String(carried?.message ?? '')
    const raw = rawOf(pdu)
    const header = pdu.short_message?.udh?.find((one) => one[0] === 0 && one.length === 5)
    if (!header) return { text, raw }
    const [, , reference, parts, part] = header as unknown as [number, number, number, number, number]
    const key = [organizationId, pdu.source_addr, pdu.destination_addr, reference, parts].join(' ')
    const known: Waiting = waiting.get(key) ?? { parts: new Map(), raw: [] }
    known.parts.set(part, text)
    known.raw.push(raw)
    waiting.set(key, known)
    for (const [oldest] of waiting) {
      if (waiting.size <= WAITING_MAX) break
      waiting.delete(oldest)
    }
    if (known.parts.size < parts) return null
    waiting.delete(key)
    const inOrder = [...known.parts].sort(([one], [other]) => one - other)
    return { text: inOrder.map(([, its]) => its).join(''), raw: known.raw.join('\n\n') }
  }

  function messageOf(pdu: LibraryPdu, text: string, raw: string): ArrivedMail {
    const at = app.clock()
    const named = pdu[SANDBOX_DELIVERY_TAG]?.toString('latin1') ?? ''
    return {
      id: newUuid(at.getTime()),
      channel: 'sms',
      from_address: pdu.source_addr ?? '',
      address: `+${pdu.destination_addr ?? ''}`,
      subject: null,
      text: text.replaceAll('\0', ''),
      html: null,
      raw: raw.replaceAll('\0', ''),
      received_at: at,
      delivery_id: parseTypeId('dlv', named),
      invitation_id: null,
    }
  }

  function report(session: LibrarySession, pdu: LibraryPdu, id: string, stat: string): void {
    const date = app.clock().toISOString().replace(/\D/g, '').slice(2, 12)
    const arrived = stat === 'DELIVRD' ? '001' : '000'
    session.deliver_sm({
      esm_class: RECEIPT,
      source_addr_ton: 1,
      source_addr_npi: 1,
      source_addr: pdu.destination_addr,
      destination_addr: pdu.source_addr,
      short_message: `id:${id} sub:001 dlvrd:${arrived} submit date:${date} done date:${date} stat:${stat} err:000 text:`,
    })
  }

  return {
    async accountFor(organizationId) {
      started ??= start()
      // One that could not start is started anew by the next message.
      started.catch(() => {
        started = undefined
      })
      const systemId = systemIds.get(organizationId) ?? randomBytes(SYSTEM_ID_BYTES).toString('hex')
      systemIds.set(organizationId, systemId)
      organizations.set(systemId, organizationId)
      return { port: portOf(await started), systemId, password }
    },
    async close() {
      const running = await started?.catch(() => undefined)
      started = undefined
      if (!running) return
      for (const session of running.sessions) session.destroy()
      await new Promise<void>((resolve) => running.close(() => resolve()))
    },
  }
}

const automatic: Behaviour = { receipts: 'automatic', failCode: null }

/** `rejected` as any number that is not there; a status by its name, or as a number. */
function statusOf(failCode: string): number {
  const named = statusNames.get(failCode.toUpperCase())
  if (named !== undefined) return named
  const number = Number(failCode)
  return Number.isInteger(number) && number > 0 && number <= 0xffffffff ? number : ESME_RINVDSTADR
}

/** What came over the line, field by field, as a person reads it. */
function rawOf(pdu: LibraryPdu): string {
  const shown = ([name, value]: [string, unknown]): string =>
    `${name}: ${Buffer.isBuffer(value) ? value.toString('hex') : typeof value === 'object' ? JSON.stringify(value) : value}`
  return Object.entries(pdu).map(shown).join('\n')
}
