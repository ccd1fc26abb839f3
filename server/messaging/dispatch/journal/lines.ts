// What a worker's journal says, line by line, in the order in which it was written:
//
//   samvad-dispatch 1 BOOT DEVICE:INODE       whose it is: a copy of the file, and the file of another start of the
//                                             machine, say nothing of what became of the deliveries
//   claim CLAIM LEASE_UNTIL_MS ORG,ORG,...    before the transaction that may claim deliveries of these
//   leaving CLAIM DELIVERY                    before its first byte goes to the provider
//   end                                       nothing leaves any more, whatever the process still does
//
// A delivery of a claim that is named here, and of which no `leaving` is here, never left.

import type { Uuid } from '#kit/ids.ts'

export interface Claim {
  id: Uuid
  /** Until then the deliveries are this worker's. */
  leaseUntil: Date
  /** Whose deliveries it may be about. */
  organizationIds: readonly Uuid[]
}

/** What a file must be to be the journal that a worker wrote, and not a copy of it. */
export interface Origin {
  /** Another one after each start of the machine: what was in its memory alone is lost then. */
  boot: string
  device: string
  inode: string
}

export interface JournalText {
  origin: Origin
  claims: { claim: Claim; left: Set<Uuid> }[]
  hasEnded: boolean
}

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const HEAD = /^samvad-dispatch 1 (\S+) (\d+):(\d+)$/
const CLAIM = new RegExp(`^claim (${UUID}) (\\d{1,15}) (${UUID}(?:,${UUID})*)$`)
const LEAVING = new RegExp(`^leaving (${UUID}) (${UUID})$`)
const END = 'end'

export const headLine = ({ boot, device, inode }: Origin): string => `samvad-dispatch 1 ${boot} ${device}:${inode}\n`

export const claimLine = ({ id, leaseUntil, organizationIds }: Claim): string =>
  `claim ${id} ${leaseUntil.getTime()} ${organizationIds.join(',')}\n`

export const leavingLine = (claimId: Uuid, deliveryId: Uuid): string => `leaving ${claimId} ${deliveryId}\n`

export const endLine = `${END}\n`

/**
 * Null when it is not a journal, or not one that only ever grew by whole lines: then nothing is known. Behind the last
 * line there may be a part of one: its writing had not returned, and whoever wrote it waited for that before anything
 * was claimed or left, so it says nothing.
 */
export function readJournal(text: string): JournalText | null {
  const [head = '', ...lines] = text.split('\n').slice(0, -1)
  const [, boot, device, inode] = HEAD.exec(head) ?? []
  if (boot === undefined || device === undefined || inode === undefined) return null
  const claims = new Map<string, JournalText['claims'][number]>()
  let hasEnded = false
  for (const line of lines) {
    const [, id, leaseUntil, organizations] = CLAIM.exec(line) ?? []
    const [, claimId, deliveryId] = LEAVING.exec(line) ?? []
    if (id !== undefined && leaseUntil !== undefined && organizations !== undefined) {
      const organizationIds = organizations.split(',') as Uuid[]
      claims.set(id, {
        claim: { id: id as Uuid, leaseUntil: new Date(Number(leaseUntil)), organizationIds },
        left: new Set(),
      })
    } else if (claimId !== undefined && deliveryId !== undefined) {
      // Of a claim that is forgotten nothing is asked any more.
      claims.get(claimId)?.left.add(deliveryId as Uuid)
    } else if (line === END) {
      hasEnded = true
    } else return null
  }
  return { origin: { boot, device, inode }, claims: [...claims.values()], hasEnded }
}
