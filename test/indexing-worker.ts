// A worker that only updates the search index, as a separate process that a test can kill: on the database of the
// test's Samvad. It prints `ready` when it starts. node test/indexing-worker.ts CONNECTION

import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as next } from 'node:timers/promises'
import { readSettings } from '#kit/settings.ts'
import { indexingJob } from '#messaging/search/indexing.ts'
import { assemble } from '#program/app.ts'
import { connectHooks } from '#program/hooks.ts'

const [connection] = process.argv.slice(2) as [string]
const folder = await mkdtemp(join(tmpdir(), 'samvad-indexing-'))
connectHooks()
const app = await assemble(
  readSettings({ PORT: '0', DATA_DIR: folder, SAMVAD_LOG_LEVEL: 'error' }),
  JSON.parse(connection),
)
const job = indexingJob(app)
process.stdout.write('ready\n')
for (;;) {
  await job.run(new AbortController().signal)
  await next()
}
