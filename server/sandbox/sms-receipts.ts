// Receipts of the sandbox's SMSC: deliver_sm in the format of SMPP 3.4 appendix B.

import { statusNames } from '#messaging/channels/sms/smpp/outcomes.ts'
import { commands, HEADER_BYTES, type Pdu } from '#messaging/channels/sms/smpp/pdu.ts'
import { smppLibrary } from './smpp-library.ts'

/** Final states other than delivered. */
export const STATS: readonly string[] = ['EXPIRED', 'DELETED', 'UNDELIV', 'UNKNOWN', 'REJECTD']
export const ARRIVED = 'DELIVRD'

export interface SmsReceipt {
  id: string
  /** The SMS's recipient and sender. */
  to: string | undefined
  from: string | undefined
  stat: string
  err?: string
  at: Date
}

/** The esm_class of a receipt. */
const RECEIPT = 0x04

export function receiptFields({ id, to, from, stat, err = '000', at }: SmsReceipt) {
  const date = at.toISOString().replace(/\D/g, '').slice(2, 12)
  const arrived = stat === ARRIVED ? '001' : '000'
  return {
    esm_class: RECEIPT,
    source_addr_ton: 1,
    source_addr_npi: 1,
    source_addr: to,
    destination_addr: from,
    short_message: `id:${id} sub:001 dlvrd:${arrived} submit date:${date} done date:${date} stat:${stat} err:${err} text:`,
  }
}

/** The receipt as a PDU, as if received over a connection. */
export function receiptPdu(receipt: SmsReceipt): Pdu {
  const { PDU } = smppLibrary()
  const octets = new PDU('deliver_sm', receiptFields(receipt)).toBuffer()
  return { command: commands.deliver_sm, status: 0, sequence: 0, body: octets.subarray(HEADER_BYTES) }
}

/** The number of a command_status, given by name or number; null when it is neither. */
export function commandStatusOf(code: string): number | null {
  const named = statusNames.get(code.toUpperCase())
  if (named !== undefined) return named
  const number = Number(code)
  return Number.isInteger(number) && number > 0 && number <= 0xffffffff ? number : null
}
