// A worker that only processes inbound events and submits templates to the sandbox: queued messages stay queued.

import { after } from 'node:test'
import { createRegistrars } from '#messaging/channels/adapters.ts'
import { readersWith } from '#messaging/channels/arrivals/readers.ts'
import { createTakers } from '#messaging/inbound/handing-on.ts'
import { arrivalJobs } from '#messaging/inbound/jobs.ts'
import { templateJobs } from '#messaging/templates/jobs.ts'
import { createSandboxCloudApi } from '#sandbox/cloud-api-server.ts'
import { startWorker } from '../server/worker/worker.ts'
import { GUARD_MS } from './guard.ts'
import type { TestSamvad } from './harness.ts'

/** Ended before its server. */
export function startReceiving({ app }: TestSamvad): void {
  const sandbox = createSandboxCloudApi(app)
  const arrivals = arrivalJobs(app, createTakers(app), readersWith(sandbox))
  const worker = startWorker(app, app.alarm, [
    ...arrivals,
    ...templateJobs(app, createRegistrars(app, { app: sandbox })),
  ])
  after(async () => {
    await worker.stop(GUARD_MS)
    await sandbox.close()
  })
}
