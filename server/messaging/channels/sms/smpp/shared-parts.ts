// Parts of the SMPP events of a shared account: each PDU belongs to one organization, and is passed on unchanged.

import type { Uuid } from '#kit/ids.ts'
import type { Arrival } from '../../arrivals/arrival.ts'
import { NotUnderstood } from '../../arrivals/arrival.ts'
import type { SharedParts } from '../../arrivals/shared-parts.ts'
import { receiptStatesOf, type SmsSettings } from '../settings.ts'
import { idsOfReceipt } from './ids.ts'
import { readIncoming } from './incoming.ts'
import { readKept, writeKept } from './kept.ts'
import { messageOf } from './reader.ts'
import { isReceipt, readReceipt } from './receipt.ts'

/** `account`: current settings of the shared account, which define the meaning of receipt states. */
export function sharedPartsOf({ id, body }: Pick<Arrival, 'id' | 'body'>, account: object | null): SharedParts {
  const kept = readKept(body)
  if (kept.kind !== 'pdu') throw new NotUnderstood('an internal note without an organization')
  const given = messageOf(kept)
  const common = { source: 'smpp', mayBeEarly: true }
  const receiptsBody = (of: readonly { deliveryId: Uuid }[]) => {
    const [only] = of
    return writeKept({ ...kept, ...(only ? { deliveryId: only.deliveryId } : {}) })
  }
  if (isReceipt(given)) {
    const receipt = readReceipt(given, receiptStatesOf(account as SmsSettings | null))
    // A receipt without a final state has no effect.
    const receipts = receipt.status === null ? [] : [{ ...idsOfReceipt(receipt.id, kept.idFormat), deliveryId: null }]
    return { ...common, receipts, writings: [], receiptsBody }
  }
  const sms = readIncoming(given)
  const writing = { fingerprint: id, from: [sms.from] as const, text: sms.text, reactsTo: null, body }
  return { ...common, receipts: [], writings: [writing], receiptsBody }
}
