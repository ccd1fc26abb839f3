// A child process: an API process or a worker, as its parent decides.

import { createLog } from '#kit/log.ts'
import { measureProcess } from '#kit/process-metrics.ts'
import { assemble, START_PATIENCE_MS } from './app.ts'
import type { Ending } from './ending.ts'
import { settingsOf } from './read-settings.ts'
import { createStatus, knowAddress, type Running, runApi, runWorker, sharesPort } from './roles.ts'
import { connectToParent } from './to-parent.ts'
import { openTracing } from './tracing.ts'

/** Resolves when it serves. */
export async function runChild({ stops, end }: Ending): Promise<void> {
  const parent = await connectToParent()
  const { role, connection, url } = parent.start
  measureProcess(role)
  const settings = await settingsOf([])
  const app = await assemble(settings, connection, undefined, createLog(settings, role), START_PATIENCE_MS)
  stops.push(() => app.database.close())
  stops.push(await openTracing(app, role))
  if (url) knowAddress(app, url)
  app.wake = (kind) => parent.wake(kind)
  parent.onWake((kind) => app.alarm.ring(kind))

  let running: Running
  if (role === 'api') {
    // With PORT=0 the first process got a free port, and the others listen on it too.
    if (url && settings.port === 0 && sharesPort(settings)) settings.port = Number(new URL(url).port)
    const status = createStatus()
    parent.onState((state) => Object.assign(status, state))
    const api = await runApi(app, status, parent.metrics, parent.door)
    knowAddress(app, api.url)
    running = api
    parent.onStandIn(api.standIn)
    parent.ready(api.url, parent.door ? null : api.door)
  } else {
    running = await runWorker(app)
    parent.ready(null)
  }
  stops.push(() => running.stop())
  // Sent before the process ends, by whatever cause: from now on the other processes accept its new connections.
  if (role === 'api') stops.push(async () => parent.leaving())
  parent.onStop(end)
}
