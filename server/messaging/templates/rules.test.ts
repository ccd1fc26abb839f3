// Status transitions of templates, and who decides on them. spec 15.1.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { categories } from '#messaging/channels/template-rules.ts'
import fc from '../../../test/cases.ts'
import {
  acts,
  categoryOn,
  decidedAtOnce,
  deciderOf,
  readLanguage,
  statusAfter,
  targetOf,
  templateStatuses,
} from './rules.ts'

test('spec 15.1: a template goes from draft by submitted to approved or rejected, or is paused, and no other way', () => {
  const table = Object.fromEntries(
    templateStatuses.map((status) => [
      status,
      Object.fromEntries(acts.flatMap((act) => (statusAfter(act, status) ? [[act, statusAfter(act, status)]] : []))),
    ]),
  )
  assert.deepEqual(table, {
    draft: { edit: 'draft', submit: 'submitted' },
    submitted: { approve: 'approved', reject: 'rejected' },
    approved: { reject: 'rejected', pause: 'paused' },
    rejected: { edit: 'draft', submit: 'submitted', reinstate: 'approved' },
    paused: { reject: 'rejected', resume: 'approved' },
  })
})

test('spec 15.1: an act is about the latest version where it can be, else about the one in use; the same twice is done already', () => {
  const statuses = fc.constantFrom(...templateStatuses)
  fc.assert(
    fc.property(fc.constantFrom(...acts), statuses, statuses, (act, latest, used) => {
      const target = targetOf(act, { version: 2, status: latest }, { version: 1, status: used })
      const [ofLatest, ofUsed] = [statusAfter(act, latest), statusAfter(act, used)]
      if (ofLatest !== null) assert.deepEqual(target, { version: 2, status: ofLatest, isDone: false })
      else if (ofUsed !== null) assert.deepEqual(target, { version: 1, status: ofUsed, isDone: false })
      else if (target !== null) assert.ok(target.isDone && [latest, used].includes(target.status))
      if (target && !target.isDone && act !== 'edit') {
        const after = targetOf(act, { version: target.version, status: target.status }, null)
        assert.equal(after?.isDone, true)
      }
    }),
  )
})

test('spec 15.1: the sandbox and who needs no approval decide at once, a provider or an operator later', () => {
  const none = { hasRegistrar: false, isApprovedAlways: false }
  assert.equal(deciderOf('app', 'sandbox', { hasRegistrar: true, isApprovedAlways: true }), 'provider')
  assert.equal(deciderOf('sms', 'sandbox', none), 'sandbox')
  assert.equal(deciderOf('app', 'organization', { ...none, hasRegistrar: true }), 'provider')
  assert.equal(deciderOf('app', 'organization', none), 'operator')
  assert.equal(deciderOf('sms', 'installation', none), 'operator')
  assert.equal(deciderOf('email', 'organization', none), 'nobody')
  assert.equal(deciderOf('email', 'organization', { ...none, isApprovedAlways: true }), 'operator')
  assert.deepEqual(decidedAtOnce('sandbox', 'order'), { act: 'approve' })
  assert.equal(decidedAtOnce('sandbox', 'reject_order')?.act, 'reject')
  assert.deepEqual(decidedAtOnce('nobody', 'reject_order'), { act: 'approve' })
  for (const decider of ['provider', 'operator'] as const) assert.equal(decidedAtOnce(decider, 'order'), null)
})

test('spec 15.1: languages are told apart however they are written, and categories are those of the channel', () => {
  for (const text of ['en_US', 'en-us', 'EN_us']) assert.equal(readLanguage(text), 'en_US')
  assert.equal(readLanguage('hi'), 'hi')
  for (const text of ['', 'e', 'english!', 'en US', 'en_']) assert.equal(readLanguage(text), null)
  assert.deepEqual(
    categories.map((category) => categoryOn('sms', category)),
    ['promotional', 'service', 'transactional', 'promotional', 'transactional', 'service'],
  )
  assert.deepEqual(
    categories.map((category) => categoryOn('app', category)),
    ['marketing', 'utility', 'authentication', null, null, null],
  )
})
