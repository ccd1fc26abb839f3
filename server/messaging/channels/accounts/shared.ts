// The installation's shared accounts for organizations without their own: stored like theirs, without an organization.

import { INSTALLATION } from '#people/audit/actions.ts'
import type { Account, AccountState, Carrier } from './kind.ts'

/** The owner under which they are stored. */
export const FOR_ALL = INSTALLATION

/** The account that carries a message, and the owner under which it is stored; null when no account carries it. */
export function carriedBy<Stored extends object>(
  carrier: Carrier,
  organizationId: string,
  { account, shared }: AccountState<Stored>,
): { account: Account<Stored>; owner: string } | null {
  if (carrier === 'organization' && account) return { account, owner: organizationId }
  if (carrier === 'installation' && shared) return { account: shared, owner: FOR_ALL }
  return null
}

/** The source of inbound events of a shared account, whose organization is not known yet. */
export const sharedSource = (source: string): string => `${source}_shared`
