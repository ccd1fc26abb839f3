// Requests per token: spec 3.22. The limit protects the server; a request may contain a thousand messages.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startSamvad } from '../../test/harness.ts'
import { assertRefused } from '../../test/story.ts'
import { createRateLimit } from './rate-limit.ts'

const QUOTA = 100

test('spec 3.22: each answer says what is left; beyond it there are 429 with Retry-After, for this token alone', async () => {
  const samvad = await startSamvad({ SAMVAD_REQUESTS_PER_MINUTE: String(QUOTA) })
  const other = await samvad.newMember(samvad.company.organizationId, 'agent')
  const first = await samvad.request('GET', '/v1/me')
  assert.equal(first.headers.get('ratelimit-policy'), `"token";q=${QUOTA};w=60`)
  assert.match(first.headers.get('ratelimit') ?? '', /^"token";r=99;t=60$/)

  for (let used = 1; used < QUOTA; used++) assert.equal((await samvad.request('GET', '/v1/me')).status, 200)
  const refused = await samvad.request('POST', '/v1/contacts', { json: { email: 'ravi@customer.example' } })
  assertRefused(refused, 429, 'rate_limited')
  assert.match(refused.headers.get('retry-after') ?? '', /^([1-9]|[1-5]\d|60)$/)

  const contacts = await samvad.request('GET', '/v1/contacts', { token: other.token })
  assert.deepEqual([contacts.status, contacts.body.data], [200, []])
})

test('spec 3.22: the minute begins with the first request, and the next one is whole again', () => {
  const limit = createRateLimit(2)
  assert.equal(limit.take('token', 100).state, '"token";r=1;t=60')
  assert.equal(limit.take('token', 159.5).state, '"token";r=0;t=1')
  assert.throws(() => limit.take('token', 159.6), { code: 'rate_limited', retryAfterSeconds: 1 })
  assert.equal(limit.take('token', 160).state, '"token";r=1;t=60')
})
