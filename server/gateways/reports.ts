// Who acts on what a gateway says: the domain that owns payments, refunds or mandates. They stand below this one, so the table of
// hooks says who they are: server/hooks.ts.

import type { App } from '#kit/app.ts'
import type { Tx } from '#kit/database.ts'
import type { Uuid } from '#kit/ids.ts'
import type { Scope } from '#kit/hooks.ts'
import type { Gateway, GatewayReport, GivenMandate } from './providers/gateway.ts'
import type { PaymentMethod } from './rules.ts'

/** `unknown`: nothing of this organization is meant. Then the gateway is asked to tell again, later. */
export type Taken = 'taken' | 'unknown'

type About = GatewayReport['about']
type ReportOf<Of extends About> = Extract<GatewayReport, { about: Of }>
/** One transaction or more of its own for each report; any number of times, in any order. */
export type Taker<Of extends About> = (
  app: App,
  organizationId: Uuid,
  gateway: Gateway,
  report: ReportOf<Of>,
) => Promise<Taken>
/** Keeps a mandate in the transaction that settles its payment; any number of times, in any order. */
export type Keeper = (tx: Tx, scope: Scope, given: Given) => Promise<void>

export type Takers = { readonly [Of in About]: Taker<Of> } & { readonly given: Keeper }

let takers: Takers | null = null

/** Once in every process. */
export function useTakers(all: Takers): void {
  takers = all
}

function known(): Takers {
  if (!takers) throw new Error('this process did not say who takes what gateways report')
  return takers
}

export async function take(app: App, organizationId: Uuid, gateway: Gateway, report: GatewayReport): Promise<Taken> {
  const taker = known()[report.about] as (...given: unknown[]) => Promise<Taken>
  return taker(app, organizationId, gateway, report)
}

/** A mandate that the customer gave along with a captured payment. */
export interface Given {
  gateway: string
  rechargeId: Uuid
  method: PaymentMethod | null
  mandate: GivenMandate
}

/** The wallet is locked, and nobody works on what they read of it before. */
export async function keepMandate(tx: Tx, scope: Scope, given: Given): Promise<void> {
  await known().given(tx, scope, given)
}
