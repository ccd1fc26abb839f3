// Meaning of the states in receipts: the account's own lists first, then one table of the states that carriers really
// send. Pure.

import { invalid } from '#kit/refusals.ts'

/** `pending`: not final yet. */
export const reportMeanings = ['delivered', 'undelivered', 'failed', 'pending'] as const
export type ReportMeaning = (typeof reportMeanings)[number]

/** States by their meaning, compared case-insensitively. */
export type ReportStates = Record<ReportMeaning, readonly string[]>

/**
 * SMPP 3.4 (appendix B), SMPP 5.0 (message_state), and the states that gateways document besides. `undelivered` was
 * sent but not delivered: it stays charged. `failed` was filtered before it was sent: the charge is reversed.
 */
const usualStates: ReportStates = {
  delivered: ['DELIVRD', 'DELIVERED'],
  undelivered: [
    'UNDELIV',
    'UNDELIVRD',
    'UNDELIVERED',
    'UNDELIVERABLE',
    'EXPIRED',
    'DELETED',
    'FAILED',
    'BARRED',
    'SYSERR',
    'ABSENT-SUB',
    'INVALID-SUB',
    'HANDSET-ERR',
    'HANDSET-BUSY',
    'MEMEXEC',
    'MOB-OFF',
    'NET-ERR',
  ],
  failed: [
    'REJECTD',
    'REJECTED',
    'NDNC',
    'DND',
    'DNDNUMB',
    'BLACKLIST',
    'BLACKLISTED',
    'SKIPPED',
    'NOCRED',
    'NO-CREDITS',
  ],
  pending: [
    'ENROUTE',
    'ACCEPTD',
    'ACCEPTED',
    'UNKNOWN',
    'BUFFRED',
    'BUFFERED',
    'SCHEDULED',
    'SENT',
    'SUBMITTED',
    'SUBMITD',
    'QUEUED',
    'ENQUEUE',
    'PENDING',
  ],
}

/** The form in which states are compared. */
export const folded = (state: string): string => state.trim().toLowerCase()

const usual = new Map(
  reportMeanings.flatMap((meaning) =>
    usualStates[meaning].map((state): [string, ReportMeaning] => [folded(state), meaning]),
  ),
)

/** Null when neither the account nor the table explains the state. */
export function meaningOfState(state: string, own: Partial<ReportStates> | null): ReportMeaning | null {
  const wanted = folded(state)
  const isIn = (states: readonly string[] = []) => states.some((one) => folded(one) === wanted)
  return reportMeanings.find((meaning) => isIn(own?.[meaning])) ?? usual.get(wanted) ?? null
}

/** Refuses lists that give one state two meanings. */
export function mustBeUnambiguous(field: string, own: Partial<ReportStates>): void {
  const all = reportMeanings.flatMap((meaning) => own[meaning] ?? []).map(folded)
  const twice = all.find((one, index) => all.indexOf(one) !== index)
  if (twice !== undefined) throw invalid(field, 'status_listed_twice', { status: twice })
}
