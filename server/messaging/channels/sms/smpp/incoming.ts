// An inbound SMS by SMPP: complete, or one of several parts.

import { NotUnderstood } from '../../arrivals/arrival.ts'
import { readNumber } from '../numbers.ts'
import { type Alphabet, storedPart, textIn } from './part-text.ts'
import { type ShortMessage, UDH_INDICATOR } from './pdu.ts'

export interface IncomingSms {
  from: string
  to: string
  /** As shown alone. */
  text: string
  /** As stored until the other parts of its message arrive. */
  stored: string
  /** Its position in a message of several parts; null for a complete one. */
  place: { reference: number; parts: number; part: number } | null
}

const INTERNATIONAL = 1
/** 3GPP TS 23.040, 9.2.3.24: part number and total, by a reference of one octet or of two; and national languages. */
const CONCATENATION_8 = 0x00
const CONCATENATION_16 = 0x08
const SINGLE_SHIFT = 0x24
const LOCKING_SHIFT = 0x25

export function readIncoming(message: ShortMessage): IncomingSms {
  const { source, destination, esmClass, dataCoding } = message
  const hasHeader = (esmClass & UDH_INDICATOR) !== 0 && message.message.length > 0
  const headerBytes = hasHeader ? (message.message[0] as number) + 1 : 0
  const header = headerOf(message.message.subarray(Math.min(1, headerBytes), headerBytes))
  const place = hasHeader ? header.place : placeInTlvs(message)
  const octets = message.message.subarray(headerBytes)
  const alphabet = alphabetOf(dataCoding, header)
  if (alphabet === null) throw new NotUnderstood(`an SMS with data_coding ${dataCoding}, which is not text`)
  const [text, stored] = [textIn(octets, alphabet), storedPart(octets, alphabet)]
  const from = readNumber(source.address, source.ton === INTERNATIONAL)
  return { from, to: destination.address, text, stored, place }
}

/** SMPP 3.4, 5.2.19. */
function alphabetOf(dataCoding: number, { locking, single }: Header): Alphabet | null {
  const gsm = { encoding: 'gsm', locking, single } as const
  switch (dataCoding) {
    case 0:
      return gsm
    case 1:
    case 3:
      return { encoding: 'latin1' }
    case 8:
      return { encoding: 'ucs2' }
  }
  // TS 23.038, 4: general data coding, whose alphabet is in two bits.
  if (dataCoding >= 0xf0 || dataCoding <= 15) return null
  const alphabet = (dataCoding >> 2) & 3
  return alphabet === 0 ? gsm : alphabet === 2 ? { encoding: 'ucs2' } : null
}

interface Header {
  place: IncomingSms['place']
  /** National language identifiers; 0: none. */
  locking: number
  single: number
}

function headerOf(elements: Buffer): Header {
  const header: Header = { place: null, locking: 0, single: 0 }
  for (let at = 0; at + 1 < elements.length; ) {
    const [kind, length] = [elements[at] as number, elements[at + 1] as number]
    const value = elements.subarray(at + 2, at + 2 + length)
    if (kind === CONCATENATION_8 && value.length === 3) header.place ??= sound(value[0], value[1], value[2])
    if (kind === CONCATENATION_16 && value.length === 4)
      header.place ??= sound(value.readUInt16BE(0), value[2], value[3])
    if (kind === SINGLE_SHIFT && value.length === 1) header.single = value[0] as number
    if (kind === LOCKING_SHIFT && value.length === 1) header.locking = value[0] as number
    at += 2 + length
  }
  return header
}

/** sar_msg_ref_num, sar_total_segments, sar_segment_seqnum: SMPP 3.4, 5.3.2.22 to 24. */
function placeInTlvs({ tlvs }: ShortMessage): IncomingSms['place'] {
  const valueOf = (wanted: number) => tlvs.find(([tag]) => tag === wanted)?.[1]
  const [reference, parts, part] = [valueOf(0x020c), valueOf(0x020e), valueOf(0x020f)]
  if (reference?.length !== 2 || parts?.length !== 1 || part?.length !== 1) return null
  return sound(reference.readUInt16BE(0), parts[0], part[0])
}

/** An impossible position counts as none: each part is then a message. */
function sound(reference = 0, parts = 0, part = 0): IncomingSms['place'] {
  return parts > 1 && part >= 1 && part <= parts ? { reference, parts, part } : null
}
