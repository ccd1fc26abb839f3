// For log-end.test.ts: a process with more to log than a pipe holds, which ends at once when it receives SIGTERM. With
// `child` a child that inherited its output has ended before; with `child that ends` that happened while the pipe was
// full. With `busy` its one thread for writes in the background has other work when it ends. On standard error it
// reports `ready`, and `logged` when it has logged everything.

import { spawn } from 'node:child_process'
import { pbkdf2 } from 'node:crypto'
import { once } from 'node:events'
import { writeSync } from 'node:fs'
import { createLog } from '#kit/log.ts'

const LINES = 2_000
const STANDARD_ERROR = 2
/** Some tenths of a second of work. */
const ITERATIONS = 500_000
const log = createLog({ logLevel: 'info' }, 'api')
function logAll(): void {
  for (let line = 0; line < LINES; line++) log.info(`${line} ${'x'.repeat(100)}`)
}
const [word] = process.argv.slice(2)
process.on('SIGTERM', () => {
  if (word === 'busy') pbkdf2('', '', ITERATIONS, 64, 'sha512', () => {})
  logAll()
  writeSync(STANDARD_ERROR, 'logged\n')
  process.exit(0)
})
// The pipe is full by then, and is tried again.
if (word === 'child that ends') logAll()
if (word !== undefined && word !== 'busy') await once(spawn(process.execPath, ['-e', ''], { stdio: 'inherit' }), 'exit')
setInterval(() => {}, 1000)
writeSync(STANDARD_ERROR, 'ready\n')
