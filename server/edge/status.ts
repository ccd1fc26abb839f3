// What a load balancer and Prometheus ask: is the process alive, is it ready, what does it measure.

import { open, type Route } from '#edge/route.ts'
import type { App } from '#kit/app.ts'
import { sql } from '#kit/sql.ts'
import { Type } from '#kit/wire.ts'

const tag = 'Status'
const State = Type.Object({ status: Type.String() })

export function statusRoutes(app: App, process: { isDraining: boolean }, metrics: () => Promise<string>): Route[] {
  return [
    open({
      method: 'GET',
      path: '/healthz',
      tag,
      summary: 'Whether the process is alive',
      responses: { 200: State },
      handle: async () => ({ status: 200, body: { status: 'ok' } }),
    }),
    open({
      method: 'GET',
      path: '/readyz',
      tag,
      summary: 'Whether it can serve: the database answers and the process is not ending',
      responses: { 200: State, 503: State },
      async handle() {
        if (process.isDraining) return { status: 503, body: { status: 'draining' } }
        const isReady = await app.database.reads.row(sql`select 1 as one`).then(
          () => true,
          () => false,
        )
        return isReady
          ? { status: 200, body: { status: 'ready' } }
          : { status: 503, body: { status: 'database unavailable' } }
      },
    }),
    open({
      method: 'GET',
      path: '/metrics',
      tag,
      summary: 'Metrics for Prometheus, of all processes of this machine together',
      produces: 'text/plain; version=0.0.4; charset=utf-8',
      responses: { 200: null },
      handle: async () => ({
        status: 200,
        raw: { contentType: 'text/plain; version=0.0.4; charset=utf-8', content: await metrics() },
      }),
    }),
  ]
}
