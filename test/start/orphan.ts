// For parent-gone.test.ts: a parent with one child, which is busy until the parent has ended and then sends to it.

import cluster from 'node:cluster'
import { writeSync } from 'node:fs'
import { createServer } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { pino } from 'pino'
import { createChildren } from '../../server/program/processes.ts'
import { connectToParent } from '../../server/program/to-parent.ts'

/** Turns of the event loop that the work in flight takes; the effects of the lost parent occur in one of them. */
const TURNS_IN_FLIGHT = 50
const say = (text: string) => writeSync(1, `${text}\n`)

if (cluster.isPrimary) {
  void createChildren(pino({ level: 'silent' }), new AbortController().signal).start({
    role: 'api',
    connection: {},
    url: null,
  })
} else {
  process.on('exit', (code) => say(`exit ${code}`))
  const parent = await connectToParent()
  parent.onStop(() => void finish())
  const { ppid } = process
  say('busy')
  while (process.ppid === ppid) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5)
  parent.ready('http://127.0.0.1:1')
  // Node requests the port from the parent, by a message that nobody reads any more.
  createServer().listen(0)
}

async function finish(): Promise<void> {
  for (let turns = 0; turns < TURNS_IN_FLIGHT; turns++) await turn()
  say('finished what was in flight')
  process.exit(0)
}
