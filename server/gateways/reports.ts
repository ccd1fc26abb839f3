// Who acts on what a gateway says: the domain that owns payments, refunds or mandates. They stand below this one, so they
// say it themselves when they are loaded, which app.ts sees to in every process.

import type { App } from '#kit/app.ts'
import type { Tx } from '#kit/database.ts'
import type { Uuid } from '#kit/ids.ts'
import type { Scope } from '#kit/reactions.ts'
import type { Gateway, GatewayReport, GivenMandate } from './providers/gateway.ts'
import type { PaymentMethod } from './rules.ts'

/** `unknown`: nothing of this organization is meant. Then the gateway is asked to tell again, later. */
export type Taken = 'taken' | 'unknown'

type ReportOf<About> = Extract<GatewayReport, { about: About }>
type Taker<R> = (app: App, organizationId: Uuid, gateway: Gateway, report: R) => Promise<Taken>

const takers = new Map<string, Taker<never>>()

/** One transaction or more of its own for each report; any number of times, in any order. */
export function takeReports<About extends GatewayReport['about']>(about: About, taker: Taker<ReportOf<About>>): void {
  takers.set(about, taker)
}

export async function take(app: App, organizationId: Uuid, gateway: Gateway, report: GatewayReport): Promise<Taken> {
  const taker = takers.get(report.about)
  if (!taker) throw new Error(`nobody who takes reports about a ${report.about} is loaded`)
  return taker(app, organizationId, gateway, report as never)
}

/** A mandate that the customer gave along with a captured payment. */
export interface Given {
  gateway: string
  rechargeId: Uuid
  method: PaymentMethod | null
  mandate: GivenMandate
}

type Keeper = (tx: Tx, scope: Scope, given: Given) => Promise<void>
let keeper: Keeper | null = null

/** Says who keeps mandates: in the transaction that settles the payment, any number of times, in any order. */
export function keepMandates(one: Keeper): void {
  keeper = one
}

/** The wallet is locked, and nobody works on what they read of it before. */
export async function keepMandate(tx: Tx, scope: Scope, given: Given): Promise<void> {
  if (!keeper) throw new Error('nobody who keeps mandates is loaded')
  await keeper(tx, scope, given)
}
