// The two roles of a process: `api` answers requests, `worker` does due work. A role's modules are loaded when it
// starts, so that a worker loads no routes or documents.

import type { FastifyListenOptions } from 'fastify'
import { createStandIn, doorOf, type Handle } from '#edge/doors.ts'
import type { DrainableServer } from '#edge/http-server.ts'
import type { Status } from '#edge/status.ts'
import { addressOf } from '#kit/addresses-here.ts'
import type { Settings } from '#kit/settings.ts'
import type { Assembled } from './app.ts'

/** How long requests and deliveries in flight may take to finish after the end was requested. */
const DRAIN_TIMEOUT_MS = 25_000

export interface Running {
  /** Finishes work in flight and accepts nothing new. */
  stop(): Promise<void>
}

/**
 * True when each API process listens on the shared port itself. Otherwise the parent accepts and passes connections on,
 * and one passed to a process that just died is never answered. Only Linux distributes connections evenly.
 */
export const sharesPort = ({ apiProcesses }: Settings): boolean => apiProcesses > 1 && process.platform === 'linux'

/** The /readyz state of an API process. */
export const createStatus = (): Status => ({ isStarting: true, isDraining: false, outage: null })

export interface RunningApi extends Running {
  /** The actual address. */
  url: string
  /** Null when another process accepts for it. */
  door: Handle | null
  /** Accepts connections for another process that is unavailable; null when that one is back. */
  standIn(id: number, door: Handle | null): void
}

/** Serves requests on HOST and PORT, or on this listening socket. */
export async function runApi(
  app: Assembled,
  status: Status,
  metrics: () => Promise<string>,
  door: Handle | null = null,
): Promise<RunningApi> {
  const { createServer } = await import('#edge/server.ts')
  const { statusRoutes } = await import('#edge/status.ts')
  const { surviveUncaught } = await import('#edge/uncaught.ts')
  const { routesOf } = await import('./routes.ts')
  const { serverOptionsOf } = await import('./server-options.ts')
  const { isFenced } = await import('#installation/fence.ts')
  const routes = [...routesOf(app, metrics), ...statusRoutes(app, status, metrics, () => isFenced(app))]
  const { endStreams } = await import('#feed/stream.ts')
  const { endFormCounting } = await import('./form-counting.ts')
  const server = createServer(app, routes, serverOptionsOf(app))
  const { host, port } = app.settings
  surviveUncaught(app)
  const isOwn = sharesPort(app.settings)
  // Fastify passes its options on to Node; its types lack some of them.
  const place = door ? { host, handle: door } : { host, port, reusePort: isOwn }
  await server.listen(place as FastifyListenOptions)
  const others = createStandIn(server.server)
  const address = server.server.address()
  const listening = typeof address === 'object' && address ? address.port : port
  return {
    url: addressOf(host, listening),
    door: isOwn ? doorOf(server.server) : null,
    standIn: (id, its) => (its ? others.begin(id, its) : others.end(id)),
    async stop() {
      status.isDraining = true
      others.endAll()
      endStreams()
      await withinDrain((server.server as DrainableServer).drain().then(() => server.close()))
      await endFormCounting(app)
    },
  }
}

/**
 * Called once the API listens: sets the address for calls to this installation, and with PORT=0 also its public
 * address.
 */
export function knowAddress({ settings }: Assembled, url: string): void {
  settings.internalUrl = url
  settings.publicUrl = settings.publicUrl.replace(/:0$/, `:${new URL(url).port}`)
}

export async function runWorker(app: Assembled): Promise<Running> {
  const { startWorker } = await import('#worker/worker.ts')
  const { jobsOf } = await import('./jobs.ts')
  const { workOfTheDead } = await import('#worker/work-of-the-dead.ts')
  const { Presence } = await import('#worker/presence.ts')
  const presence = new Presence(app.settings.dataDirectory)
  app.workerId = await presence.begin().catch((err: unknown) => {
    app.log.warn({ err }, 'worker liveness not available; a crash is noticed only when its leases expire')
    return undefined
  })
  const worker = startWorker(app, app.alarm, [workOfTheDead(app, presence), ...jobsOf(app)])
  return {
    async stop() {
      await worker.stop(DRAIN_TIMEOUT_MS)
      await presence.end()
    },
  }
}

async function withinDrain(work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise((resolve) => {
    timer = setTimeout(resolve, DRAIN_TIMEOUT_MS)
  })
  await Promise.race([work, timeout])
  clearTimeout(timer)
}
