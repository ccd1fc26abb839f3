// Maintains binds while nothing is sent: opens those that stay connected for receipts and replies, and closes those of
// deleted or changed accounts.

import type { App } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'
import type { MayReach } from '#kit/networks.ts'
import { someAtOnce } from '#kit/some-at-once.ts'
import * as accounts from '../../accounts/actions.ts'
import type { AccountState } from '../../accounts/kind.ts'
import { openSecret } from '../../accounts/secrets.ts'
import { accountsToHold } from '../bind-queries.ts'
import { type SmppSettings, smsCarrier } from '../settings.ts'
import type { Binds } from './binds.ts'
import { planOf } from './plan.ts'

/** Per process. */
export const HELD_MAX = 2_000
const BINDING_AT_ONCE = 50

interface Tending {
  app: App
  binds: Binds
  mayReach: MayReach
}

export async function tendBinds({ app, binds, mayReach }: Tending): Promise<void> {
  const { database, settings, sealer } = app
  const bound = await binds.tend()
  const held = (await database.reads.rows<{ org_id: Uuid }>(accountsToHold(HELD_MAX))).map(({ org_id }) => org_id)
  const ids = [...new Set([...held, ...bound])]
  if (ids.length === 0) return
  const states = await accounts.states(database.reads, ids, 'sms')
  await someAtOnce(ids, BINDING_AT_ONCE, async (organizationId) => {
    const { account, history } = states.get(organizationId) as AccountState<SmppSettings>
    const carrier = smsCarrier(settings, history)
    // The sandbox's binds are closed when they are idle.
    if (carrier === 'sandbox') return
    if (carrier !== 'organization' || account?.settings.protocol !== 'smpp') return binds.release(organizationId)
    if (!held.includes(organizationId)) return
    const password = openSecret(sealer, organizationId, 'sms', account) ?? ''
    // The reason for a failure is shown by the account's test and by every waiting message.
    await binds.sessionOf(planOf(organizationId, account.settings, password, mayReach)).catch(() => {})
  })
}
