// The mandates of auto-recharge. Their effects are in its table of states.

import type { Actor, App } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import type { Gateways } from '#money/gateways/providers/index.ts'
import { cancelCurrent as cancelMandate } from '#money/recharges/mandate-end.ts'
import { Mandates } from '#money/recharges/mandates.ts'
import type { RechargeRow } from '#money/recharges/queries.ts'
import * as rechargeQueries from '#money/recharges/queries.ts'
import { apply } from './apply.ts'
import { lock, read, type State, save } from './store.ts'

export const mandates = new Mandates<State>({
  purpose: 'recharge',
  work: 'auto_recharge',
  read,
  lock,
  save,
  async activated(tx, scope, state) {
    state.row.by_link = false
    await apply(tx, scope, state, 'mandate_active')
  },
})

export async function cancelCurrent(tx: Tx, actor: Actor): Promise<void> {
  const state = await lock(tx, actor.organizationId)
  await cancelMandate(tx, actor, state, actor)
  if (state) await save(tx, actor, state)
}

export async function syncMandates(app: App, gateways: Gateways, organizationId: Uuid): Promise<void> {
  await mandates.sync(app, gateways, organizationId)
  if (gateways.retired.length > 0) await leaveTestMode(app, gateways, organizationId)
}

/** spec 16.5: the sandbox gateway accepts no more payments. The customer is asked again at another gateway. */
async function leaveTestMode(app: App, { retired }: Gateways, organizationId: Uuid): Promise<void> {
  const { reads } = app.database
  const open = (await read(reads, organizationId))?.open
  if (open?.kind !== 'link') return
  const recharge = await reads.row<RechargeRow>(rechargeQueries.byId(organizationId, open.recharge_id))
  if (!recharge || !retired.includes(recharge.gateway)) return
  const scope = { organizationId, at: app.clock() }
  await app.database.transaction(async (tx) => {
    const state = await lock(tx, organizationId)
    if (!state || state.open?.recharge_id !== recharge.id) return
    await apply(tx, scope, state, 'link_gateway_gone')
    await save(tx, scope, state)
  }, organizationId)
}
