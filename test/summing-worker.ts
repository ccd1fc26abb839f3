// A worker that sums up months and nothing else, as a process of its own: on the database that it is given, at the
// time that it is given, in whatever time zone it runs.
//   node test/summing-worker.ts CONNECTION TIME

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readSettings } from '#kit/settings.ts'
import { assemble } from '#program/app.ts'
import { connectHooks } from '#program/hooks.ts'
import { summaryJobs } from '#reporting/summaries/jobs.ts'

const [connection, time] = process.argv.slice(2) as [string, string]
const folder = await mkdtemp(join(tmpdir(), 'samvad-summing-'))
const settings = readSettings({ PORT: '0', DATA_DIR: folder, SAMVAD_LOG_LEVEL: 'error' })
connectHooks()
const app = await assemble(settings, JSON.parse(connection), () => new Date(time))
try {
  for (const job of summaryJobs(app)) await job.run(new AbortController().signal)
  process.stdout.write(`${new Date(time).getTimezoneOffset()}\n`)
} finally {
  await app.database.close()
  await rm(folder, { recursive: true, force: true })
}
