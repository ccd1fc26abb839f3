// A worker that only computes monthly summaries, as a separate process in any time zone: on the given database, at the
// times that it reads from standard input, one per line. After each it prints the offset of its time zone. node
// test/summing-worker.ts CONNECTION

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { readSettings } from '#kit/settings.ts'
import { assemble } from '#program/app.ts'
import { connectHooks } from '#program/hooks.ts'
import { summaryJobs } from '#reporting/summaries/jobs.ts'

const [connection] = process.argv.slice(2) as [string]
const folder = await mkdtemp(join(tmpdir(), 'samvad-summing-'))
const settings = readSettings({ PORT: '0', DATA_DIR: folder, SAMVAD_LOG_LEVEL: 'error' })
connectHooks()
let at = new Date()
const app = await assemble(settings, JSON.parse(connection), () => at)
try {
  for await (const line of createInterface({ input: process.stdin })) {
    at = new Date(line)
    for (const job of summaryJobs(app)) await job.run(new AbortController().signal)
    process.stdout.write(`${at.getTimezoneOffset()}\n`)
  }
} finally {
  await app.database.close()
  await rm(folder, { recursive: true, force: true })
}
