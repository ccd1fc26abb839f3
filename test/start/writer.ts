// For log-end.test.ts: a process with more to log than a pipe holds, which ends at once when it is told to. With
// `child` it starts one before, that inherits its output.

import { spawn } from 'node:child_process'
import { createLog } from '#kit/log.ts'

const LINES = 2_000
const log = createLog({ logLevel: 'info' }, 'api')
process.on('SIGTERM', () => {
  for (let line = 0; line < LINES; line++) log.info(`${line} ${'x'.repeat(100)}`)
  process.exit(0)
})
if (process.argv[2] === 'child') spawn(process.execPath, ['-e', ''], { stdio: 'inherit' })
setInterval(() => {}, 1000)
// Its standard output may be nobody's.
process.stderr.write(`pid ${process.pid}\n`)
