// The sandbox's SMPP server: real SMPP on loopback, in the dispatching process. It accepts binds of this process only,
// stores each message for the organization that bound, and reports its delivery by deliver_sm. Long messages are stored
// whole, once all parts have arrived. Nothing is forwarded.

import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { App } from '#kit/app.ts'
import { sameSecret } from '#kit/crypto.ts'
import { newUuid, parseTypeId, type Uuid } from '#kit/ids.ts'
import { SANDBOX_DELIVERY_TAG, SANDBOX_USER_TAG, type SandboxSms } from '#messaging/channels/sms/adapter.ts'
import { createSandboxInbox, type KeepInSandbox } from './inbox.ts'
import type { ArrivedMail } from './queries.ts'
import { TIMEOUT } from './rules.ts'
import { type LibraryPdu, type LibrarySession, portOf, smppLibrary } from './smpp-library.ts'
import { ARRIVED, commandStatusOf, receiptFields, STATS } from './sms-receipts.ts'

const LOOPBACK = '127.0.0.1'
const SYSTEM_ID_BYTES = 6
/** Maximum number of incomplete long messages. */
const WAITING_MAX = 10_000
const ESME_RSYSERR = 0x08
/** The status of a refusal that has no configured code. */
const ESME_RINVDSTADR = 0x0b
const ESME_RINVPASWD = 0x0e
const RECEIPTS_WANTED = 1

/** A message whose parts are still arriving. */
interface Waiting {
  parts: Map<number, string>
  raw: string[]
  ids: string[]
}

interface Whole {
  text: string
  raw: string
  /** The ids of all parts, as in the responses. */
  ids: readonly string[]
}

export function createSandboxSmppServer(app: App, keep: KeepInSandbox = createSandboxInbox(app)): SandboxSms {
  /** Known to this process only. */
  const password = randomBytes(6).toString('base64url')
  const organizations = new Map<string, Uuid>()
  const systemIds = new Map<Uuid, string>()
  const waiting = new Map<string, Waiting>()
  type Running = ReturnType<ReturnType<typeof smppLibrary>['createServer']>
  let started: Promise<Running> | undefined

  async function start(): Promise<Running> {
    const server = smppLibrary().createServer(serve)
    server.on('error', (err) => app.log.warn({ err }, 'sandbox SMPP connection error'))
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
        app.log.error({ err }, 'sandbox failed to store an SMS')
        session.send(pdu.response({ command_status: ESME_RSYSERR }))
      })
    })
  }

  async function take(session: LibrarySession, pdu: LibraryPdu, organizationId: Uuid): Promise<void> {
    const id = randomBytes(8).toString('hex')
    const whole = wholeOf(pdu, organizationId, id)
    // The result of a part is that of the whole message, which is not known yet.
    if (whole === null) return void session.send(pdu.response({ message_id: id }))
    const { receipts, failCode } = await keep(organizationId, messageOf(pdu, whole.text, whole.raw))
    const stat = failCode !== null && STATS.includes(failCode) ? failCode : ARRIVED
    if (failCode === TIMEOUT) return
    if (failCode !== null && stat === ARRIVED) {
      session.send(pdu.response({ command_status: commandStatusOf(failCode) ?? ESME_RINVDSTADR }))
      return
    }
    session.send(pdu.response({ message_id: id }))
    if (receipts === 'automatic' && ((pdu.registered_delivery ?? 0) & 3) === RECEIPTS_WANTED)
      for (const one of whole.ids) report(session, pdu, one, stat)
  }

  /** The complete text; null while parts are missing. */
  function wholeOf(pdu: LibraryPdu, organizationId: Uuid, id: string): Whole | null {
    const carried = pdu.message_payload ?? pdu.short_message
    const text = String(carried?.message ?? '')
    const raw = rawOf(pdu)
    const header = pdu.short_message?.udh?.find((one) => one[0] === 0 && one.length === 5)
    if (!header) return { text, raw, ids: [id] }
    const [, , reference, parts, part] = header as unknown as [number, number, number, number, number]
    const key = [organizationId, pdu.source_addr, pdu.destination_addr, reference, parts].join(' ')
    const known: Waiting = waiting.get(key) ?? { parts: new Map(), raw: [], ids: [] }
    known.parts.set(part, text)
    known.ids.push(id)
    known.raw.push(raw)
    waiting.set(key, known)
    for (const [oldest] of waiting) {
      if (waiting.size <= WAITING_MAX) break
      waiting.delete(oldest)
    }
    if (known.parts.size < parts) return null
    waiting.delete(key)
    const inOrder = [...known.parts].sort(([one], [other]) => one - other)
    return { text: inOrder.map(([, its]) => its).join(''), raw: known.raw.join('\n\n'), ids: known.ids }
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
      only_user_id: parseTypeId('user', pdu[SANDBOX_USER_TAG]?.toString('latin1') ?? ''),
    }
  }

  function report(session: LibrarySession, { source_addr, destination_addr }: LibraryPdu, id: string, stat: string) {
    session.deliver_sm(receiptFields({ id, to: destination_addr, from: source_addr, stat, at: app.clock() }))
  }

  return {
    async accountFor(organizationId) {
      started ??= start()
      // A server that failed to start is started again by the next message.
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

/** The PDU's fields in readable form. */
function rawOf(pdu: LibraryPdu): string {
  const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
  const shown = ([name, value]: [string, unknown]): string =>
    `${name}: ${Buffer.isBuffer(value) ? value.toString('hex') : textOf(value)}`
  return Object.entries(pdu).map(shown).join('\n')
}
