// When promotional SMS may be sent.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { categories } from '../template-rules.ts'
import { promotionalAt } from './quiet-hours.ts'
import { smsSendingRule } from './sending-rules.ts'
import type { SmsSettings } from './settings.ts'

const at = (text: string) => promotionalAt(new Date(text)).toISOString()

test('promotional SMS is sent from 10:00 to 21:00 in India, else at the next 10:00', () => {
  assert.equal(at('2026-03-10T10:00:00+05:30'), '2026-03-10T04:30:00.000Z')
  assert.equal(at('2026-03-10T20:59:59.999+05:30'), '2026-03-10T15:29:59.999Z')
  assert.equal(at('2026-03-10T21:00:00+05:30'), '2026-03-11T04:30:00.000Z')
  assert.equal(at('2026-03-10T23:59:59+05:30'), '2026-03-11T04:30:00.000Z')
  assert.equal(at('2026-03-10T00:00:00+05:30'), '2026-03-10T04:30:00.000Z')
  assert.equal(at('2026-03-10T09:59:59.999+05:30'), '2026-03-10T04:30:00.000Z')
  assert.equal(at('2026-12-31T21:00:00+05:30'), '2027-01-01T04:30:00.000Z')
})

test('spec 7.83: of all categories promotional alone waits for the morning', () => {
  const night = new Date('2026-03-10T22:00:00+05:30')
  const rule = smsSendingRule({ dlt: null } as SmsSettings)
  const waiting = categories.filter((one) => rule.mayLeaveAt(one, night) > night)
  assert.deepEqual(waiting, ['promotional'])
})
