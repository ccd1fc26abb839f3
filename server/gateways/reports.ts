// Who acts on what a gateway says: the domain that owns payments, refunds or mandates. They stand below this one, so they
// say it themselves when they are loaded, which app.ts sees to in every process.

import type { App } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'
import type { Gateway, GatewayReport } from './providers/gateway.ts'

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
