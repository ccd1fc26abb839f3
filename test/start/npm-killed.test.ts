// Whatever of npm start is killed takes the rest along.

import { test } from 'node:test'
import { nothingRuns, npmStart, running } from './npm.ts'

test('a SIGTERM to npm alone ends the program and its PostgreSQL', async () => {
  const { npm } = await npmStart()
  npm.kill('SIGTERM')
  await nothingRuns()
})

test('npm killed by kill -9 takes the program and its PostgreSQL along', async () => {
  const { npm } = await npmStart()
  npm.kill('SIGKILL')
  await nothingRuns()
})

test('a launcher killed by kill -9 takes the program and its PostgreSQL along', async (t) => {
  await npmStart()
  const launcher = running().find((line) => /^\s*\d+ \S*node bin\/run\.mjs server\/program\/main\.ts$/.test(line))
  if (!launcher) return t.skip('the Node of this machine is the pinned one: there is no launcher')
  process.kill(Number(/^\s*(\d+)/.exec(launcher)?.[1]), 'SIGKILL')
  await nothingRuns()
})
