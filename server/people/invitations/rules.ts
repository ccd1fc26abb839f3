// Pure rules of invitations: their validity, their status, the retries of their mails, and their limits.

const DAY_MS = 24 * 3600 * 1000

/** spec 1.11: valid 7 days, once. */
export const VALID_MS = 7 * DAY_MS
/** Per organization. */
export const OPEN_INVITATIONS_MAX = 200
/** Maximum number of invitations per organization and day. */
export const INVITATIONS_A_DAY_MAX = 500
/** Maximum number of invitations per address, organization and day; reported to the inviting user. */
export const INVITATIONS_OF_AN_ADDRESS_A_DAY_MAX = 5
/**
 * Maximum number of mails per address and day from all organizations. Not reported, because that would reveal other
 * organizations' invitations: the mail waits.
 */
export const MAILS_OF_AN_ADDRESS_A_DAY_MAX = 20
export const LIMITS_COUNT_MS = DAY_MS
/** How long ended invitations stay in the list. */
export const CLOSED_KEPT_MS = 90 * DAY_MS

/** Longer than transmitting a mail can take: after a crash another worker retries it then. */
export const MAIL_LEASE_MS = 60_000
const FIRST_PAUSE_MS = 30_000
const LONGEST_PAUSE_MS = 3600 * 1000

/** When a mail that could not be sent is retried: after 30 s, doubling up to an hour, while the invitation is valid. */
export function pauseAfter(attempts: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** Math.max(attempts - 1, 0), LONGEST_PAUSE_MS)
}

export const statuses = ['open', 'accepted', 'revoked', 'expired'] as const
export type Status = (typeof statuses)[number]

interface Times {
  expires_at: Date
  accepted_at: Date | null
  revoked_at: Date | null
}

export function statusOf({ expires_at, accepted_at, revoked_at }: Times, at: Date): Status {
  if (accepted_at !== null) return 'accepted'
  if (revoked_at !== null && revoked_at < expires_at) return 'revoked'
  return at < expires_at ? 'open' : 'expired'
}

/** The facts about the person opening the link that determine what they must enter. */
export interface Invitee {
  /** Null when no user has the address. */
  person: { isMember: boolean; isProven: boolean; hasPassword: boolean; isDisabled: boolean } | null
  /** True when the link was really mailed to the address, and not only shown in a sandbox. */
  isReal: boolean
}

/**
 * What accepting requires. `set`: a name and a password, because no user has the address yet. `make_own`: the same,
 * because whoever set the earlier password never proved access to the address, and this link does. `prove`: the
 * existing password. `nothing`: the person is already a member. `impossible`: the person is disabled.
 */
export type Asked = 'set' | 'make_own' | 'prove' | 'nothing' | 'impossible'

export function askedOf({ person, isReal }: Invitee): Asked {
  if (person === null) return 'set'
  if (person.isDisabled) return 'impossible'
  // Also for a member: whoever created the user before invitations existed may know the password.
  if (isReal && !(person.isProven && person.hasPassword)) return 'make_own'
  return person.isMember ? 'nothing' : 'prove'
}
