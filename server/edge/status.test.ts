// Probes of the process itself.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startSamvad } from '../../test/harness.ts'
import { createServer } from './server.ts'
import { statusRoutes } from './status.ts'

const samvad = await startSamvad()
const never = new Promise<boolean>(() => {})
const routes = statusRoutes(
  samvad.app,
  { isStarting: false, isDraining: false, outage: null },
  async () => '',
  () => never,
)
const server = createServer(samvad.app, routes, { isSandboxOn: () => never, isFenced: () => never })
after(() => server.close())

test('spec 19.11: that the process lives is said whatever its database does', async () => {
  const { statusCode, body } = await server.inject('/healthz')
  assert.deepEqual([statusCode, JSON.parse(body)], [200, { status: 'ok' }])
})

test('spec 19.11: what every answer says is looked up beside the work, so that a database that hangs is waited for once', async () => {
  const fence = Promise.withResolvers<boolean>()
  const handled = Promise.withResolvers<void>()
  const own = statusRoutes(
    samvad.app,
    { isStarting: false, isDraining: false, outage: null },
    async () => '',
    async () => {
      handled.resolve()
      return true
    },
  )
  const marked = createServer(samvad.app, own, { isSandboxOn: () => false, isFenced: () => fence.promise })
  const answer = marked.inject('/readyz')
  await handled.promise
  fence.resolve(true)
  const { statusCode, headers } = await answer
  assert.deepEqual([statusCode, headers['samvad-fenced']], [200, 'true'])
  await marked.close()
})

test('spec 17.16: a refusal of what cannot be read says it, too', async () => {
  const marked = createServer(samvad.app, routes, { isSandboxOn: () => false, isFenced: async () => true })
  for (const path of ['/%zz', '/nowhere', '/v1/nowhere']) {
    const { statusCode, headers } = await marked.inject(path)
    assert.ok(statusCode >= 400 && statusCode < 500, `${path}: ${statusCode}`)
    assert.equal(headers['samvad-fenced'], 'true', path)
  }
  await marked.close()
})
