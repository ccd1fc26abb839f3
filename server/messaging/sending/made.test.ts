// Drafts whose rule cannot be loaded: only their senders get an error.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { App } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'
import { refusal } from '#kit/refusals.ts'
import { createMaker } from './made.ts'
import type { NewMessage } from './schema.ts'

const ORGANIZATION = 'org' as Uuid
const DRAFT = { conversation_id: 'conversation', channel: 'email', text: 'Hello' } as unknown as NewMessage

const unheard: unknown[] = []
const hear = (error: unknown) => void unheard.push(error)
process.on('unhandledRejection', hear)
after(() => void process.off('unhandledRejection', hear))

test('spec 19.11: a rule that cannot be looked up fails its request alone, and no error is left that nobody caught', async () => {
  const app = { database: {}, clock: () => new Date(0) } as unknown as App
  let asked = 0
  const ruleOf = () => {
    asked++
    return Promise.reject(refusal('temporarily_unavailable', 'database_busy'))
  }
  const make = createMaker(app, { ruleOf })
  await assert.rejects(async () => make(ORGANIZATION, [DRAFT, DRAFT]), { code: 'temporarily_unavailable' })
  // Node reports unhandled rejections after all pending callbacks have run.
  await new Promise((resolve) => setImmediate(resolve))
  assert.deepEqual(unheard, [])
  assert.ok(asked > 1)
})
