// For log-end.test.ts: a process with more to log than a pipe holds, which ends at once when it is told to. With
// `child` it starts one before, that inherits its output; with `child that ends` that happens while the pipe is full.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createLog } from '#kit/log.ts'

const LINES = 2_000
const log = createLog({ logLevel: 'info' }, 'api')
process.on('SIGTERM', () => {
  for (let line = 0; line < LINES; line++) log.info(`${line} ${'x'.repeat(100)}`)
  process.exit(0)
})
const start = () => spawn(process.execPath, ['-e', ''], { stdio: 'inherit' })
if (process.argv[2] === 'child') start()
if (process.argv[2] === 'child that ends') {
  for (let line = 0; line < LINES; line++) log.info(`${line} ${'x'.repeat(100)}`)
  // The pipe is full by then, and is tried again.
  await once(start(), 'exit')
}
setInterval(() => {}, 1000)
// Its standard output may be nobody's.
process.stderr.write(`pid ${process.pid}\n`)
