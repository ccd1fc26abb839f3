// Each of Meta's statuses, by signed webhooks that the worker processes.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { templateStory } from '../../../test/app-templates.ts'
import { someNumber } from '../../../test/cloud-api/server.ts'
import { bring, webhook } from '../../../test/cloud-api/webhooks.ts'

const { samvad, asha, work, shown, make, submit, at } = await templateStory()

test('spec 5.42: each status of Meta moves it as it should, by signed webhooks in any order', async () => {
  const { callback_url } = (await asha.get('/v1/channels/app')).body
  samvad.setClock(null)
  const { id, name } = await make()
  await submit(id)
  await work()
  samvad.startWorker()
  let seconds = 0
  const say = async (event: string, more: object = {}) => {
    const value = { event, message_template_id: Number(at(name)[0]?.id), message_template_name: name, ...more }
    const body: any = webhook(someNumber.businessAccountId, 'message_template_status_update', {
      message_template_language: 'en_US',
      reason: 'NONE',
      ...value,
    })
    body.entry[0].time = Math.floor(Date.now() / 1000) + ++seconds
    assert.equal((await bring(callback_url, body)).status, 200)
    for (;;) {
      const [row] = await samvad.rows<{ waits: boolean }>(
        'select exists (select from arrivals where body is not null) as waits',
      )
      if (!row?.waits) break
    }
    const { status, reason } = await shown(id)
    return [status, reason]
  }
  assert.deepEqual(await say('PENDING'), ['submitted', null])
  assert.deepEqual(await say('REJECTED', { reason: 'INCORRECT_CATEGORY' }), ['rejected', 'INCORRECT_CATEGORY'])
  assert.deepEqual(await say('IN_APPEAL'), ['rejected', 'INCORRECT_CATEGORY'])
  assert.deepEqual(await say('APPROVED'), ['approved', null])
  assert.deepEqual(await say('FLAGGED'), ['approved', null])
  for (const event of ['PAUSED', 'DISABLED', 'LOCKED', 'ARCHIVED', 'PENDING_DELETION', 'DELETED']) {
    const [status, reason] = await say(event)
    assert.equal(status, 'paused', event)
    assert.ok(reason)
    assert.deepEqual(await say(event === 'ARCHIVED' ? 'UNARCHIVED' : 'REINSTATED'), ['approved', null], event)
  }
  assert.equal((await asha.post(`/v1/templates/${id}/pause`)).body.status, 'paused')
  assert.equal((await say('REINSTATED'))[0], 'paused', 'what somebody here paused Meta does not resume')
  assert.equal((await asha.post(`/v1/templates/${id}/resume`)).body.status, 'approved')
  const filed: any = webhook(someNumber.businessAccountId, 'template_category_update', {
    message_template_id: Number(at(name)[0]?.id),
    message_template_name: name,
    message_template_language: 'en_US',
    previous_category: 'UTILITY',
    new_category: 'MARKETING',
  })
  assert.equal((await bring(callback_url, filed)).status, 200)
  assert.deepEqual([await say('FLAGGED'), (await shown(id)).category], [['approved', null], 'marketing'])
})
