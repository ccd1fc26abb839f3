// For log-end.test.ts: a process that logs more than a pipe holds, and ends as soon as it receives SIGTERM. With
// `child` a child that inherited its output has ended before; with `child that ends` that happened while the pipe was
// full. With `busy` its one thread for background writes has other work when it ends. It writes `ready` to standard
// error, and `logged` when it has logged everything.

import { spawn } from 'node:child_process'
import { pbkdf2 } from 'node:crypto'
import { once } from 'node:events'
import { writeSync } from 'node:fs'
import { createLog } from '#kit/log.ts'

const LINES = 2_000
const STANDARD_ERROR = 2
/** Takes some tenths of a second. */
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
// The pipe is full by then, and the write is retried.
if (word === 'child that ends') logAll()
if (word !== undefined && word !== 'busy') await once(spawn(process.execPath, ['-e', ''], { stdio: 'inherit' }), 'exit')
setInterval(() => {}, 1000)
writeSync(STANDARD_ERROR, 'ready\n')
