// A process that handles inbound events of the source `test` until it is killed: test/faults/kill-arrivals.test.ts. The
// event's content is in its body. node test/faults/arrivals-worker.ts DATABASE_URL DATA_DIR

import { setTimeout as pause } from 'node:timers/promises'
import { readSettings } from '#kit/settings.ts'
import type { ArrivalReader } from '#messaging/channels/arrivals/arrival.ts'
import { nothingArrived } from '#messaging/channels/arrivals/arrived.ts'
import { arrivalJobs } from '#messaging/inbound/jobs.ts'
import { assemble } from '../../server/program/app.ts'
import { startWorker } from '../../server/worker/worker.ts'

const [databaseUrl = '', dataDirectory = ''] = process.argv.slice(2)
const settings = readSettings({ DATABASE_URL: databaseUrl, DATA_DIR: dataDirectory, SAMVAD_LOG_LEVEL: 'silent' })
const app = await assemble(settings, { connectionString: databaseUrl })

/** Slow enough that a kill comes while work is left. */
const READ_MS = 20

const reader: ArrivalReader = {
  async read({ body, organizationId, channel, receivedAt: time }) {
    const said = JSON.parse(body.toString()) as { from: string; text: string; receipt: string | null }
    await pause(READ_MS)
    const content = { subject: null, text: said.text, html: null, attachments: [] }
    const delivery = said.receipt === null ? null : { providerId: said.receipt }
    return {
      ...nothingArrived,
      messages: [{ channel, from: said.from, providerId: null, content, time }],
      receipts: delivery ? [{ organizationId, channel, delivery, status: 'delivered', time, error: null }] : [],
    }
  },
}

startWorker(app, app.alarm, arrivalJobs(app, undefined, { test: () => reader }))
