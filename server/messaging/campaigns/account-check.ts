// Checks that a running campaign still has the account that it was started with.

import type { App, Scope } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'
import type { ChannelAccess } from '#messaging/channels/accounts/access.ts'
import { pauseFor } from './control.ts'
import type { CampaignRow } from './queries.ts'
import * as queries from './queries.ts'

/** Longer than the channels' accounts are cached. */
const ACCOUNT_REMEMBERED_MS = 5_000

export function createAccountCheck({ database }: App, access: ChannelAccess) {
  /** By campaign: since when its account differs. */
  const without = new Map<Uuid, Date>()

  /**
   * Pauses the campaign if its account was removed or replaced; a user who resumes it accepts the current account.
   * Cached accounts may be some seconds old, so it is only paused when the check fails for longer than that.
   */
  return async function withoutItsAccount(scope: Scope, row: CampaignRow): Promise<'no' | 'perhaps' | 'paused'> {
    const { organizationId, at } = scope
    const accountId = await access.pinOf(organizationId, row.channel)
    if (accountId !== null && accountId === row.account_id) {
      without.delete(row.id)
      return 'no'
    }
    const before = without.get(row.id) ?? at
    // If the clock was set back, the time starts anew.
    const since = before > at ? at : before
    without.set(row.id, since)
    const isCertain = at.getTime() - since.getTime() >= ACCOUNT_REMEMBERED_MS
    if (!isCertain && row.account_id !== null) return 'perhaps'
    return database.transaction(async (tx) => {
      const locked = await tx.row<CampaignRow>(queries.lock(organizationId, row.id))
      if (locked?.status !== 'running') return 'paused'
      if (accountId !== null && locked.account_id === null) {
        await tx.run(queries.setAccount(organizationId, row.id, accountId))
        return 'no'
      }
      if (locked.account_id !== row.account_id) return 'perhaps'
      await pauseFor(tx, scope, locked, 'account')
      without.delete(row.id)
      return 'paused'
    }, organizationId)
  }
}
