// The installation's accounts for all organizations that have none of their own: stored as theirs are, as of nobody.

import { INSTALLATION } from '#people/audit/actions.ts'
import type { Account, AccountState, Carrier } from './kind.ts'

/** As whose they are stored. */
export const FOR_ALL = INSTALLATION

/** The account that a message leaves through, and as whose it is stored; null where no account carries it. */
export function carriedBy<Stored extends object>(
  carrier: Carrier,
  organizationId: string,
  { account, shared }: AccountState<Stored>,
): { account: Account<Stored>; owner: string } | null {
  if (carrier === 'organization' && account) return { account, owner: organizationId }
  if (carrier === 'installation' && shared) return { account: shared, owner: FOR_ALL }
  return null
}

/** The source of what a shared account's provider brings: whose it is, is still to be found. */
export const sharedSource = (source: string): string => `${source}_shared`
