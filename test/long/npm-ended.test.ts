// A SIGTERM to npm, which hands it on to nobody, ends what npm start started. test/start/npm.test.ts kills npm.

import { test } from 'node:test'
import { nothingRuns, npmStart } from '../start/npm.ts'

test('a SIGTERM to npm alone ends the program and its PostgreSQL', async () => {
  const { npm } = await npmStart()
  npm.kill('SIGTERM')
  await nothingRuns()
})
