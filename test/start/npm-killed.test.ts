// A kill of any process of npm start ends the others. test/long/npm-ended.test.ts sends npm a SIGTERM.

import { test } from 'node:test'
import { prepareDataDirectory } from '../prepared-data-directory.ts'
import { dataDirectory, nothingRuns, npmStart, running } from './npm.ts'

await prepareDataDirectory(dataDirectory)
/** test/start/stops.test.ts is about the end of the worker. */
const API = { ROLES: 'api' }

test('npm killed by kill -9 takes the program and its PostgreSQL along', async () => {
  const { npm } = await npmStart(API)
  npm.kill('SIGKILL')
  await nothingRuns()
})

test('a launcher killed by kill -9 takes the program and its PostgreSQL along', async (t) => {
  await npmStart(API)
  const launcher = running().find((line) => /^\s*\d+ \S*node bin\/run\.mjs server\/program\/main\.ts$/.test(line))
  if (!launcher) return t.skip('the Node of this machine is the pinned one: there is no launcher')
  process.kill(Number(/^\s*(\d+)/.exec(launcher)?.[1]), 'SIGKILL')
  await nothingRuns()
})
