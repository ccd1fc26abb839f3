// What a contact wrote, as it comes by SMPP: whole, or as one of several parts.

import { decodeSms } from '#kit/sms-text.ts'
import { NotUnderstood } from '../../arrivals/arrival.ts'
import { readNumber } from '../numbers.ts'
import { type ShortMessage, UDH_INDICATOR } from './pdu.ts'

export interface IncomingSms {
  from: string
  to: string
  text: string
  /** Of which message it is which part; null for a whole one. */
  place: { reference: number; parts: number; part: number } | null
}

const INTERNATIONAL = 1
/** 3GPP TS 23.040, 9.2.3.24: which part of how many, by a reference of one octet or of two. */
const CONCATENATION_8 = 0x00
const CONCATENATION_16 = 0x08

export function readIncoming(message: ShortMessage): IncomingSms {
  const { source, destination, esmClass, dataCoding } = message
  const hasHeader = (esmClass & UDH_INDICATOR) !== 0 && message.message.length > 0
  const headerBytes = hasHeader ? (message.message[0] as number) + 1 : 0
  const place = hasHeader ? placeOf(message.message.subarray(1, headerBytes)) : placeInTlvs(message)
  const text = textOf(message.message.subarray(headerBytes), dataCoding)
  return { from: readNumber(source.address, source.ton === INTERNATIONAL), to: destination.address, text, place }
}

/** SMPP 3.4, 5.2.19. */
function textOf(octets: Buffer, dataCoding: number): string {
  const text = decoded(octets, dataCoding)
  if (text === null) throw new NotUnderstood(`an SMS of data_coding ${dataCoding}, which is no text`)
  return text.replaceAll('\0', '')
}

function decoded(octets: Buffer, dataCoding: number): string | null {
  switch (dataCoding) {
    case 0:
      return decodeSms(octets, 'gsm')
    case 1:
    case 3:
      return octets.toString('latin1')
    case 8:
      return decodeSms(octets, 'ucs2')
    default:
      // TS 23.038, 4: general data coding, whose alphabet is in two bits.
      return dataCoding >= 0xf0 || dataCoding <= 15 ? null : decodedByBits(octets, (dataCoding >> 2) & 3)
  }
}

const decodedByBits = (octets: Buffer, alphabet: number): string | null =>
  alphabet === 0 ? decodeSms(octets, 'gsm') : alphabet === 2 ? decodeSms(octets, 'ucs2') : null

function placeOf(elements: Buffer): IncomingSms['place'] {
  for (let at = 0; at + 1 < elements.length; ) {
    const [kind, length] = [elements[at] as number, elements[at + 1] as number]
    const value = elements.subarray(at + 2, at + 2 + length)
    if (kind === CONCATENATION_8 && value.length === 3) return sound(value[0], value[1], value[2])
    if (kind === CONCATENATION_16 && value.length === 4) return sound(value.readUInt16BE(0), value[2], value[3])
    at += 2 + length
  }
  return null
}

/** sar_msg_ref_num, sar_total_segments, sar_segment_seqnum: SMPP 3.4, 5.3.2.22 to 24. */
function placeInTlvs({ tlvs }: ShortMessage): IncomingSms['place'] {
  const valueOf = (wanted: number) => tlvs.find(([tag]) => tag === wanted)?.[1]
  const [reference, parts, part] = [valueOf(0x020c), valueOf(0x020e), valueOf(0x020f)]
  if (reference?.length !== 2 || parts?.length !== 1 || part?.length !== 1) return null
  return sound(reference.readUInt16BE(0), parts[0], part[0])
}

/** A place that cannot be is none: then each part is a message. */
function sound(reference = 0, parts = 0, part = 0): IncomingSms['place'] {
  return parts > 1 && part >= 1 && part <= parts ? { reference, parts, part } : null
}
