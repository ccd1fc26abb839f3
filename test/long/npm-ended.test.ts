// Other ends of npm start in a clone; test/start/package.test.ts kills npm with kill -9. Here a SIGTERM to npm, which
// it does not pass on, and Ctrl-C, which reaches all processes of the terminal.

import { before, test } from 'node:test'
import { copyClone, nothingRuns, npmStart } from '../start/npm.ts'

before(copyClone)

test('a SIGTERM to npm alone ends the program and its PostgreSQL', async () => {
  const { npm } = await npmStart()
  npm.kill('SIGTERM')
  await nothingRuns()
})

test('Ctrl-C ends npm start with everything that it started', async () => {
  const { npm } = await npmStart()
  process.kill(-(npm.pid as number), 'SIGINT')
  await nothingRuns()
})
