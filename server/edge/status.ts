// Probes for load balancers and Prometheus: liveness, readiness, metrics.

import { open, type Route } from '#edge/route.ts'
import type { App } from '#kit/app.ts'
import { sql } from '#kit/database/sql.ts'
import type { Outage } from '#kit/outage.ts'
import { Type } from '#kit/wire.ts'

const tag = 'Status'
/** Answered without the database. */
export const LIVENESS_PATH = '/healthz'
/** Paths that machines request every few seconds. */
export const PROBE_PATHS: readonly string[] = [LIVENESS_PATH, '/readyz', '/metrics']
const State = Type.Object({ status: Type.String() })
const Readiness = Type.Object({
  ready: Type.Boolean(),
  fenced: Type.Union([Type.Boolean(), Type.Null()], {
    description: 'Whether the installation is fenced; null while the database is unreachable.',
  }),
  status: Type.String(),
  reason: Type.Optional(Type.String()),
  detail: Type.Optional(Type.String()),
})

const UNKNOWN: Outage = { reason: 'database_unavailable', detail: 'The database does not answer.' }

const notReady = (fenced: boolean | null, status: string, { reason, detail }: { reason: string; detail: string }) =>
  ({ status: 503, body: { ready: false, fenced, status, reason, detail } }) as const

/** The state of the responding process. */
export interface Status {
  /** The program's start is not complete: it may still fail and end the process (spec 17.38). */
  isStarting: boolean
  isDraining: boolean
  /** Why the database is unavailable or rejects writes; null when it works. */
  outage: Outage | null
}

/** `isFenced` rejects while the database does not respond. */
export function statusRoutes(
  app: App,
  process: Status,
  metrics: () => Promise<string>,
  isFenced: () => Promise<boolean>,
): Route[] {
  return [
    open({
      method: 'GET',
      path: LIVENESS_PATH,
      tag,
      summary: 'Check that the process is alive',
      responses: { 200: State },
      handle: async () => ({ status: 200, body: { status: 'ok' } }),
    }),
    open({
      method: 'GET',
      path: '/readyz',
      tag,
      summary: 'Check that the process is ready: started, connected to the database and not shutting down',
      responses: { 200: Readiness, 503: Readiness },
      async handle() {
        const answers = app.database.reads.row(sql`select 1 as one`).then(
          () => true,
          () => false,
        )
        const [isReadable, fenced] = await Promise.all([answers, isFenced().catch(() => null)])
        if (process.isDraining)
          return notReady(fenced, 'draining', { reason: 'draining', detail: 'The process is ending.' })
        if (process.isStarting)
          return notReady(fenced, 'starting', { reason: 'starting', detail: 'The start of the program is not over.' })
        if (isReadable && process.outage === null)
          return { status: 200, body: { ready: true, fenced, status: 'ready' } }
        return notReady(fenced, 'database unavailable', process.outage ?? UNKNOWN)
      },
    }),
    open({
      method: 'GET',
      path: '/metrics',
      tag,
      summary: 'Retrieve Prometheus metrics of all processes on this machine',
      produces: 'text/plain; version=0.0.4; charset=utf-8',
      responses: { 200: null },
      handle: async () => ({
        status: 200,
        raw: { contentType: 'text/plain; version=0.0.4; charset=utf-8', content: await metrics() },
      }),
    }),
  ]
}
