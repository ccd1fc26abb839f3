// What is asked of the process itself.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startSamvad } from '../../test/harness.ts'
import { createServer } from './server.ts'
import { statusRoutes } from './status.ts'

const samvad = await startSamvad()
const never = new Promise<boolean>(() => {})
const routes = statusRoutes(
  samvad.app,
  { isDraining: false, outage: null },
  async () => '',
  () => never,
)
const server = createServer(samvad.app, routes, { isSandboxOn: () => never, isFenced: () => never })
after(() => server.close())

test('spec 19.11: that the process lives is said whatever its database does', async () => {
  const { statusCode, body } = await server.inject('/healthz')
  assert.deepEqual([statusCode, JSON.parse(body)], [200, { status: 'ok' }])
})
