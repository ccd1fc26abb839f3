// Encodes and decodes the SMPP 3.4 PDUs that an ESME needs. Our own code instead of a library: inbound PDUs are stored
// as raw octets, TLV tags are account settings, and a peer's data may throw nothing but `BrokenPdu`. The tests and the
// sandbox use a library.

export const commands = {
  generic_nack: 0x80000000,
  bind_transceiver: 0x00000009,
  bind_transceiver_resp: 0x80000009,
  submit_sm: 0x00000004,
  submit_sm_resp: 0x80000004,
  deliver_sm: 0x00000005,
  deliver_sm_resp: 0x80000005,
  data_sm: 0x00000103,
  data_sm_resp: 0x80000103,
  unbind: 0x00000006,
  unbind_resp: 0x80000006,
  enquire_link: 0x00000015,
  enquire_link_resp: 0x80000015,
} as const

export const RESPONSE = 0x80000000
export const HEADER_BYTES = 16
/** A message_payload of 64 KiB and all other fields. */
export const PDU_BYTES_MAX = 70_000

export const tags = { receipted_message_id: 0x001e, message_payload: 0x0424, message_state: 0x0427 } as const

/** Invalid data from a peer: the connection cannot continue, or the message cannot be read. */
export class BrokenPdu extends Error {}

export interface Pdu {
  command: number
  status: number
  sequence: number
  body: Buffer
}

export function encodePdu(command: number, status: number, sequence: number, body: Buffer = Buffer.alloc(0)): Buffer {
  const header = Buffer.alloc(HEADER_BYTES)
  header.writeUInt32BE(HEADER_BYTES + body.length, 0)
  header.writeUInt32BE(command, 4)
  header.writeUInt32BE(status, 8)
  header.writeUInt32BE(sequence, 12)
  return Buffer.concat([header, body])
}

/** Assembles PDUs from the chunks of a connection. */
export class PduReader {
  #rest: Buffer = Buffer.alloc(0);

  /** The PDUs that are complete now; throws BrokenPdu after them when the next bytes cannot start a PDU. */
  *push(chunk: Buffer): Generator<Pdu, void, undefined> {
    let rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk])
    while (rest.length >= 4) {
      const length = rest.readUInt32BE(0)
      if (length < HEADER_BYTES || length > PDU_BYTES_MAX) throw new BrokenPdu(`a PDU of ${length} octets`)
      if (rest.length < length) break
      yield {
        command: rest.readUInt32BE(4),
        status: rest.readUInt32BE(8),
        sequence: rest.readUInt32BE(12),
        body: Buffer.from(rest.subarray(HEADER_BYTES, length)),
      }
      rest = rest.subarray(length)
    }
    this.#rest = Buffer.from(rest)
  }
}

// --- Bodies ---------------------------------------------------------------------------------------------------------

const ZERO = Buffer.of(0)

/** A zero ends a text, so that zeros inside are removed. */
function text(value: string): Buffer {
  return Buffer.concat([Buffer.from(value.replaceAll('\0', ''), 'latin1'), ZERO])
}

export interface BindFields {
  systemId: string
  password: string
  systemType: string
}

const INTERFACE_VERSION = 0x34

export const bindBody = ({ systemId, password, systemType }: BindFields): Buffer =>
  Buffer.concat([text(systemId), text(password), text(systemType), Buffer.of(INTERFACE_VERSION, 0, 0), ZERO])

export interface Address {
  ton: number
  npi: number
  address: string
}

export type Tlv = readonly [tag: number, value: Buffer]

/** The fields of submit_sm and deliver_sm, which are the same. */
export interface ShortMessage {
  source: Address
  destination: Address
  esmClass: number
  registeredDelivery: number
  dataCoding: number
  /** Including its user data header, if esm_class announces one. */
  message: Buffer
  tlvs: readonly Tlv[]
}

/** esm_class: SMPP 3.4, 5.2.12. */
export const UDH_INDICATOR = 0x40
const SHORT_MESSAGE_MAX = 254

/** A longer message is put into message_payload as a whole. */
export function messageBody(one: ShortMessage): Buffer {
  const isPayload = one.message.length > SHORT_MESSAGE_MAX
  const tlvs: Tlv[] = isPayload ? [...one.tlvs, [tags.message_payload, one.message]] : [...one.tlvs]
  const short = isPayload ? Buffer.alloc(0) : one.message
  return Buffer.concat([
    ZERO,
    Buffer.of(one.source.ton, one.source.npi),
    text(one.source.address),
    Buffer.of(one.destination.ton, one.destination.npi),
    text(one.destination.address),
    Buffer.of(one.esmClass, 0, 0),
    ZERO,
    ZERO,
    Buffer.of(one.registeredDelivery, 0, one.dataCoding, 0, short.length),
    short,
    ...tlvs.map(([tag, value]) => {
      const head = Buffer.alloc(4)
      head.writeUInt16BE(tag, 0)
      head.writeUInt16BE(value.length, 2)
      return Buffer.concat([head, value])
    }),
  ])
}

/** The same without `sm_length`: a `data_sm` carries its message in message_payload. */
export function readMessage({ command, body }: Pick<Pdu, 'command' | 'body'>): ShortMessage {
  const cursor = new Cursor(body)
  cursor.text()
  const source = cursor.address()
  const destination = cursor.address()
  const esmClass = cursor.byte()
  const isData = command === commands.data_sm
  if (!isData) {
    cursor.byte()
    cursor.byte()
    cursor.text()
    cursor.text()
  }
  const registeredDelivery = cursor.byte()
  if (!isData) cursor.byte()
  const dataCoding = cursor.byte()
  if (!isData) cursor.byte()
  const short = isData ? Buffer.alloc(0) : cursor.octets(cursor.byte())
  const tlvs = cursor.tlvs()
  const payload = tlvs.find(([tag]) => tag === tags.message_payload)?.[1]
  const message = short.length === 0 && payload !== undefined ? payload : short
  return { source, destination, esmClass, registeredDelivery, dataCoding, message, tlvs }
}

/** The id in a submit_sm_resp; empty when it has none. */
export function messageIdOf(body: Buffer): string {
  return body.length === 0 ? '' : new Cursor(body).text()
}

class Cursor {
  readonly #body: Buffer
  #at = 0

  constructor(body: Buffer) {
    this.#body = body
  }

  octets(length: number): Buffer {
    if (this.#at + length > this.#body.length) throw new BrokenPdu('a PDU that ends within a field')
    const octets = this.#body.subarray(this.#at, this.#at + length)
    this.#at += length
    return octets
  }

  byte(): number {
    return this.octets(1)[0] as number
  }

  /** Should be ASCII, but the provider may have sent anything: decoded as Latin-1, without an error. */
  text(): string {
    const end = this.#body.indexOf(0, this.#at)
    if (end === -1) throw new BrokenPdu('a PDU that ends within a field')
    const value = this.#body.toString('latin1', this.#at, end)
    this.#at = end + 1
    return value
  }

  address(): Address {
    return { ton: this.byte(), npi: this.byte(), address: this.text() }
  }

  tlvs(): Tlv[] {
    const read: Tlv[] = []
    while (this.#at < this.#body.length) {
      const head = this.octets(4)
      read.push([head.readUInt16BE(0), this.octets(head.readUInt16BE(2))])
    }
    return read
  }
}
