// An SMPP server on loopback for tests, built on a third-party library, with its own log of accepted messages, and
// faults: it refuses, throttles, hangs, loses its answers, answers out of order, returns wrong ids, and is unreachable.

import { once } from 'node:events'
import { type LibraryPdu, type LibrarySession, portOf, smppLibrary } from '../../server/sandbox/smpp-library.ts'

export interface TakenSms {
  id: string
  systemId: string
  from: string
  fromTon: number
  to: string
  text: string
  /** Reference, number of parts, part number. */
  place: [number, number, number] | null
  dataCoding: number
  esmClass: number
  registeredDelivery: number
  /** TLVs that the library has no name for. */
  tlvs: Record<number, string>
}

/**
 * What it does with a message: a command_status; `hang`: accepted and never answered; `lose`: accepted, and the
 * connection is dropped; `hold`: accepted, and answered by `answerHeld`.
 */
export type SmppAnswer = number | 'hang' | 'lose' | 'hold'

export interface SmppServer {
  port: number
  /** Accepted with an id, in order. */
  taken: TakenSms[]
  /** Received and never answered. */
  unanswered: TakenSms[]
  refused: TakenSms[]
  binds: { systemId: string; password: string }[]
  sessions(): LibrarySession[]
  /** Sessions bound with this system_id, the latest last. */
  sessionsOf(systemId: string): LibrarySession[]
  answer(decide: (sms: TakenSms) => SmppAnswer): void
  /** Answers held messages, in the given order. */
  answerHeld(order?: 'as they came' | 'the last first'): void
  bindStatus: number
  /** Generates the id of the next message. */
  nextId: (count: number) => string
  /** Sends a deliver_sm over the session, or over all binds of the system_id; resolves with the command_status. */
  deliver(fields: object, session?: LibrarySession): Promise<number>
  receipt(id: string, stat: string, more?: { err?: string; fields?: object }): Promise<number>
  cut(): void
  close(): Promise<void>
}

export async function startSmppServer({ port = 0 } = {}): Promise<SmppServer> {
  let decide: (sms: TakenSms) => SmppAnswer = () => 0
  let count = 0
  const held: { session: LibrarySession; pdu: LibraryPdu; id: string }[] = []
  const bound: LibrarySession[] = []
  const names = new WeakMap<LibrarySession, string>()

  const server = smppLibrary().createServer((session) => {
    let systemId = ''
    session.on('error', () => {})
    session.socket.on('error', () => {})
    session.on('close', () => bound.includes(session) && bound.splice(bound.indexOf(session), 1))
    session.on('bind_transceiver', (pdu: LibraryPdu) => {
      systemId = pdu.system_id ?? ''
      api.binds.push({ systemId, password: pdu.password ?? '' })
      session.send(pdu.response({ command_status: api.bindStatus, system_id: 'test' }))
      if (api.bindStatus !== 0) return
      bound.push(session)
      names.set(session, systemId)
    })
    session.on('enquire_link', (pdu: LibraryPdu) => session.send(pdu.response()))
    session.on('unbind', (pdu: LibraryPdu) => {
      session.send(pdu.response())
      session.close()
    })
    session.on('submit_sm', (pdu: LibraryPdu) => {
      const id = api.nextId(++count)
      const sms = read(pdu, id, systemId)
      const answer = decide(sms)
      if (answer === 'hold') {
        held.push({ session, pdu, id })
        api.taken.push(sms)
      } else if (answer === 'hang' || answer === 'lose') {
        api.unanswered.push(sms)
        if (answer === 'lose') session.destroy()
      } else if (answer === 0) {
        api.taken.push(sms)
        session.send(pdu.response({ message_id: id }))
      } else {
        api.refused.push(sms)
        session.send(pdu.response({ command_status: answer }))
      }
    })
  })
  server.on('error', () => {})
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')

  const api: SmppServer = {
    port: portOf(server),
    taken: [],
    unanswered: [],
    refused: [],
    binds: [],
    sessions: () => [...bound],
    sessionsOf: (systemId) => bound.filter((session) => names.get(session) === systemId),
    answer(next) {
      decide = next
    },
    answerHeld(order = 'as they came') {
      const all = held.splice(0)
      for (const { session, pdu, id } of order === 'as they came' ? all : all.reverse())
        session.send(pdu.response({ message_id: id }))
    },
    bindStatus: 0,
    nextId: (n) => `id-${n}`,
    deliver(fields, session = bound[0]) {
      if (!session) throw new Error('nobody is bound')
      const { promise, resolve } = Promise.withResolvers<number>()
      session.deliver_sm(fields, (pdu) => resolve(pdu.command_status))
      return promise
    },
    receipt: (id, stat, { err = '000', fields = {} } = {}) =>
      api.deliver({
        esm_class: 0x04,
        source_addr: '919876543210',
        destination_addr: 'ASHATX',
        short_message: `id:${id} sub:001 dlvrd:001 submit date:2603101200 done date:2603101201 stat:${stat} err:${err} text:Hello`,
        ...fields,
      }),
    cut() {
      for (const session of server.sessions) session.destroy()
    },
    async close() {
      for (const session of server.sessions) session.destroy()
      if (server.listening) await new Promise((done) => server.close(done))
    },
  }
  return api
}

function read(pdu: LibraryPdu, id: string, systemId: string): TakenSms {
  const { short_message: short, message_payload: payload } = pdu
  const carried = payload ?? short
  const header = short?.udh?.find((one) => one[0] === 0 && one.length === 5)
  const tags = Object.keys(pdu).filter((one) => /^\d+$/.test(one))
  return {
    id,
    systemId,
    from: pdu.source_addr ?? '',
    fromTon: pdu.source_addr_ton ?? -1,
    to: pdu.destination_addr ?? '',
    text: String(carried?.message ?? ''),
    place: header ? [header[2] as number, header[3] as number, header[4] as number] : null,
    dataCoding: pdu.data_coding ?? -1,
    esmClass: pdu.esm_class ?? -1,
    registeredDelivery: pdu.registered_delivery ?? -1,
    tlvs: Object.fromEntries(tags.map((tag) => [tag, (pdu[Number(tag)] as Buffer).toString('latin1')])),
  }
}
