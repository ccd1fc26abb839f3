// Meta's later statuses of a message, by documented code: whether it was sent decides about its charge.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { outcomeOfStatus } from './outcomes.ts'

const neverLeft: Readonly<Record<string, readonly number[]>> = {
  account_unavailable: [0, 3, 10, 33, 190, 200, 299, 368, 131005, 131031, 131042, 131045, 131048, 133006, 133010],
  throttled: [4, 80007, 130429, 131056],
  recipient_unreachable: [131026],
  held_by_provider: [130472, 131049],
  recipient_not_allowed: [130497, 131021, 131030, 131062],
  recipient_unsubscribed: [131050],
  session_window_closed: [131047],
  expired_unsent: [131043],
  invalid_message: [100, 131001, 131002, 131006, 131008, 131009, 135000],
  content_not_taken: [131051],
  media_not_taken: [131052, 131053],
  template_mismatch: [132000, 132012],
  template_unavailable: [132001, 132007, 132015, 132016, 132068, 132069],
  template_too_long: [132005],
}

test('spec 7.10, 7.33: what WhatsApp never sent is given back, whatever its code; what may have left stays paid for', () => {
  for (const [ours, codes] of Object.entries(neverLeft))
    for (const code of codes) {
      const { status, error } = outcomeOfStatus([{ code, title: 'It failed' }])
      assert.deepEqual([status, error.code], ['failed', ours], String(code))
    }
  for (const code of [1, 2, 131000, 131016, 133004, 424242])
    assert.equal(outcomeOfStatus([{ code, title: 'It failed' }]).status, 'undelivered', String(code))
})
