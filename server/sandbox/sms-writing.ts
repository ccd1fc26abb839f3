// Submits an SMS written at a device: the sandbox's SMSC sends a deliver_sm for each part, over a bind of its own. The
// receiver is the one for all providers: octets on a loopback connection, stored before they are acknowledged.

import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { App } from '#kit/app.ts'
import { sameSecret } from '#kit/crypto.ts'
import { encodeSms } from '#kit/sms-text.ts'
import { connectTo } from '#messaging/channels/sms/smpp/connect.ts'
import type { Pdu } from '#messaging/channels/sms/smpp/pdu.ts'
import { SmppSession } from '#messaging/channels/sms/smpp/session.ts'
import { type LibraryPdu, type LibrarySession, portOf, smppLibrary } from './smpp-library.ts'

const LOOPBACK = '127.0.0.1'
export const SMS_PARTS_MAX = 255
const DATA_CODINGS = { gsm: 0, ucs2: 8 }
const INTERNATIONAL = 1
const ISDN = 1
const ALPHANUMERIC = 5
const ESME_RINVPASWD = 0x0e
/** Longer than the connection exists: it binds, delivers and unbinds. */
const ENQUIRE_LINK_MS = 60_000
const ANSWERED_WITHIN_MS = 10_000

export interface WrittenSms {
  /** The sender's number with a plus sign, and the recipient's header. */
  from: string
  to: string
  text: string
  /** The reference number of its parts, two octets. */
  reference: number
}

/** `keep` stores part `n`, counted from 0. Rejects when a part was not accepted. */
export async function bringSms(
  app: Pick<App, 'database'>,
  written: WrittenSms,
  keep: (pdu: Pdu, part: number) => Promise<void>,
): Promise<void> {
  const bind = { systemId: randomBytes(6).toString('hex'), password: randomBytes(4).toString('hex'), systemType: '' }
  const { promise: brought, resolve, reject } = Promise.withResolvers<void>()
  const server = smppLibrary().createServer((session) => {
    session.on('error', reject)
    session.on('close', () => reject(new Error('the bind ended before everything was taken')))
    session.on('bind_transceiver', (pdu: LibraryPdu) => {
      const isRight = pdu.system_id === bind.systemId && sameSecret(pdu.password ?? '', bind.password)
      session.send(pdu.response({ command_status: isRight ? 0 : ESME_RINVPASWD, system_id: 'sandbox' }))
      if (isRight) bringAll(session, written).then(resolve, reject)
    })
    session.on('unbind', (pdu: LibraryPdu) => {
      session.send(pdu.response())
      session.close()
    })
  })
  const timer = setTimeout(() => reject(new Error('the SMS was not accepted in time')), ANSWERED_WITHIN_MS)
  let bound: SmppSession | undefined
  // A rejection is handled at the await below.
  brought.catch(() => {})
  try {
    server.on('error', reject)
    server.listen(0, LOOPBACK)
    await once(server, 'listening')
    let part = 0
    bound = await SmppSession.bind(await connectTo(app, { loopbackPort: portOf(server) }), {
      bind,
      window: 1,
      messagesPerSecond: null,
      enquireLinkMs: ENQUIRE_LINK_MS,
      async onArrival(pdu) {
        await keep(pdu, part++)
        return 0
      },
      onEnd: () => {},
    })
    await brought
  } finally {
    clearTimeout(timer)
    await bound?.close()
    for (const session of server.sessions) session.destroy()
    server.close()
  }
}

/** In sequence: each part is sent after the previous one was acknowledged. */
async function bringAll(session: LibrarySession, { from, to, text, reference }: WrittenSms): Promise<void> {
  const { encoding, parts } = encodeSms(text)
  for (const [index, octets] of parts.entries()) {
    // SMPP 3.4, 5.3.2.22 to 24.
    const place = {
      sar_msg_ref_num: reference,
      sar_total_segments: parts.length,
      sar_segment_seqnum: index + 1,
    }
    const fields = {
      source_addr_ton: INTERNATIONAL,
      source_addr_npi: ISDN,
      source_addr: from.replace(/^\+/, ''),
      dest_addr_ton: ALPHANUMERIC,
      destination_addr: to,
      data_coding: DATA_CODINGS[encoding],
      short_message: octets,
      ...(parts.length === 1 ? {} : place),
    }
    const { command_status } = await new Promise<LibraryPdu>((resolve) => {
      session.deliver_sm(fields, resolve)
    })
    if (command_status !== 0) throw new Error(`an SMS was answered with command_status ${command_status}`)
  }
}
