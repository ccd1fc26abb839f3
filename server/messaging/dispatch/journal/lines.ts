// The lines of a worker's journal, in the order in which they are written:
//
//   samvad-dispatch 1 BOOT DEVICE:INODE       identifies the file: a copy of it, or a file of an earlier boot, does not
//                                             prove what was not sent
//   claim CLAIM LEASE_UNTIL_MS ORG,ORG,...    before the transaction that may claim deliveries of these organizations
//   leaving CLAIM DELIVERY                    before its first byte goes to the provider
//   outcome CLAIM DELIVERY AT_MS {…}          the provider's response, when it has arrived; nothing waits for this line
//   end                                       nothing is sent any more, whatever the process still does
//
// A delivery of a claim in the journal without a `leaving` line was not sent, if the journal is complete and of the
// current boot. An `outcome` line is valid in any journal.

import type { Uuid } from '#kit/ids.ts'
import { type Detail, englishOf } from '#kit/messages/details.ts'
import type { Outcome } from '../rules.ts'

export interface Claim {
  id: Uuid
  /** Until then the deliveries belong to this worker. */
  leaseUntil: Date
  /** Organizations whose deliveries the claim may contain. */
  organizationIds: readonly Uuid[]
}

/** The outcome of a sent delivery, as it will be stored. */
export type NotedOutcome = Omit<Outcome, 'organizationId' | 'id' | 'leaseUntil' | 'claimId' | 'at'> & { at: Date }

/** Deliveries that may have been sent, with their outcome if it is known. */
export type Left = Map<Uuid, NotedOutcome | null>

/** Identifies the original file of a worker, as opposed to a copy of it. */
export interface Origin {
  /** Changes with each boot: data that was only in memory is lost then. */
  boot: string
  device: string
  inode: string
}

export interface JournalText {
  origin: Origin
  claims: { claim: Claim; left: Left }[]
  hasEnded: boolean
  /** True if the file consists of whole lines: otherwise a missing line may have been lost. */
  isWhole: boolean
}

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const HEAD = /^samvad-dispatch 1 (\S+) (\d+):(\d+)$/
const CLAIM = new RegExp(`^claim (${UUID}) (\\d{1,15}) (${UUID}(?:,${UUID})*)$`)
const LEAVING = new RegExp(`^leaving (${UUID}) (${UUID})$`)
const OUTCOME = new RegExp(`^outcome (${UUID}) (${UUID}) (\\d{1,15}) (\\{[^\\n]*\\})$`)
const END = 'end'

export const headLine = ({ boot, device, inode }: Origin): string => `samvad-dispatch 1 ${boot} ${device}:${inode}\n`

export const claimLine = ({ id, leaseUntil, organizationIds }: Claim): string =>
  `claim ${id} ${leaseUntil.getTime()} ${organizationIds.join(',')}\n`

export const leavingLine = (claimId: Uuid, deliveryId: Uuid): string => `leaving ${claimId} ${deliveryId}\n`

/** Omits default values: most deliveries are accepted with no further data. */
export function outcomeLine(claimId: Uuid, deliveryId: Uuid, { at, ...said }: NotedOutcome): string {
  const { status, providerId, errorCode, errorDetail, dueAt, address, isUncounted, partIds } = said
  const text = JSON.stringify({
    status,
    provider_id: providerId ?? undefined,
    error_code: errorCode ?? undefined,
    error_detail: errorDetail === null ? undefined : englishOf(errorDetail),
    error_details: typeof errorDetail === 'string' ? undefined : (errorDetail ?? undefined),
    due_at: dueAt?.getTime(),
    address: address ?? undefined,
    is_uncounted: isUncounted,
    part_ids: partIds,
  })
  return `outcome ${claimId} ${deliveryId} ${at.getTime()} ${text}\n`
}

export const endLine = `${END}\n`

/**
 * Null when the file does not start like a journal; it is then ignored. The last line may be incomplete. If it is a
 * claim or a departure, its write had not returned, and its writer waited for that before claiming or sending; if it is
 * an outcome, that outcome stays unknown.
 */
export function readJournal(text: string): JournalText | null {
  const [head = '', ...lines] = text.split('\n').slice(0, -1)
  const [, boot, device, inode] = HEAD.exec(head) ?? []
  if (boot === undefined || device === undefined || inode === undefined) return null
  const claims = new Map<string, JournalText['claims'][number]>()
  let [hasEnded, isWhole] = [false, true]
  for (const line of lines) {
    if (line === END) hasEnded = true
    else if (!readClaim(line, claims) && !readLeaving(line, claims) && !readOutcome(line, claims)) isWhole = false
  }
  return { origin: { boot, device, inode }, claims: [...claims.values()], hasEnded, isWhole }
}

type Claims = Map<string, JournalText['claims'][number]>

function readClaim(line: string, claims: Claims): boolean {
  const [, id, leaseUntil, organizations] = CLAIM.exec(line) ?? []
  if (id === undefined || leaseUntil === undefined || organizations === undefined) return false
  const organizationIds = organizations.split(',') as Uuid[]
  const claim = { id: id as Uuid, leaseUntil: new Date(Number(leaseUntil)), organizationIds }
  claims.set(id, { claim, left: new Map() })
  return true
}

/** Departures of an expired claim are ignored. */
function readLeaving(line: string, claims: Claims): boolean {
  const [, claimId, deliveryId] = LEAVING.exec(line) ?? []
  if (claimId === undefined || deliveryId === undefined) return false
  claims.get(claimId)?.left.set(deliveryId as Uuid, null)
  return true
}

function readOutcome(line: string, claims: Claims): boolean {
  const [, claimId, deliveryId, at, text] = OUTCOME.exec(line) ?? []
  if (claimId === undefined || deliveryId === undefined || text === undefined) return false
  const noted = notedOutcome(text, new Date(Number(at)))
  if (noted) claims.get(claimId)?.left.set(deliveryId as Uuid, noted)
  return noted !== null
}

const STATUSES: readonly unknown[] = ['sent', 'failed', 'queued'] satisfies NotedOutcome['status'][]

function notedOutcome(text: string, at: Date): NotedOutcome | null {
  let said: Record<string, unknown>
  try {
    said = JSON.parse(text)
  } catch {
    return null
  }
  const words = [said.provider_id, said.error_code, said.error_detail, said.address]
  const isFit = words.every((word) => word === undefined || typeof word === 'string')
  const isDue = said.status === 'queued' ? Number.isSafeInteger(said.due_at) : said.due_at === undefined
  if (!STATUSES.includes(said.status) || !isFit || !isDue || !arePartIds(said.part_ids)) return null
  const [providerId = null, errorCode = null, errorDetail = null, address = null] = words as (string | undefined)[]
  return {
    at,
    status: said.status as NotedOutcome['status'],
    providerId,
    errorCode,
    errorDetail: areDetails(said.error_details) ? said.error_details : errorDetail,
    address,
    dueAt: said.due_at === undefined ? null : new Date(said.due_at as number),
    ...(said.is_uncounted === true ? { isUncounted: true } : {}),
    ...(said.part_ids === undefined ? {} : { partIds: said.part_ids }),
  }
}

/** Older versions wrote only the text. */
const areDetails = (given: unknown): given is Detail[] =>
  Array.isArray(given) && given.every((one) => typeof one?.code === 'string' && typeof one.params === 'object')

function arePartIds(given: unknown): given is (string | null)[] | undefined {
  return given === undefined || (Array.isArray(given) && given.every((id) => id === null || typeof id === 'string'))
}
