// Contacts' files that cannot be fetched, over the real protocol: the message is shown at once, its file later.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { PNG } from '../../../test/attachments.ts'
import { someNumber, startCloudApi } from '../../../test/cloud-api/server.ts'
import { bring, written } from '../../../test/cloud-api/webhooks.ts'
import { startSamvad, uuidOf } from '../../../test/harness.ts'
import { until } from '../../../test/mail-story.ts'
import { person } from '../../../test/story.ts'

const api = await startCloudApi()
after(() => api.close())
const samvad = await startSamvad({ SAMVAD_CLOUD_API_URL: api.url, SAMVAD_LOG_LEVEL: 'silent' })
const asha = person(samvad)
samvad.startWorker()
const account = await asha.put('/v1/channels/app', {
  phone_number_id: someNumber.phoneNumberId,
  business_account_id: someNumber.businessAccountId,
  access_token: someNumber.accessToken,
  app_secret: someNumber.appSecret,
})

let count = 0
/** A picture with a caption whose file Meta does not return; and the message, which is shown at once. */
async function pictureWithout(mediaId: string): Promise<any> {
  const from = `91987650010${++count}`
  const part = { id: mediaId, mime_type: 'image/png', caption: 'This is broken' }
  const body = written({ id: `wamid.${mediaId}`, at: new Date(), from, type: 'image', part })
  assert.equal((await bring(account.body.callback_url, body)).status, 200)
  const contact = await until(
    async () => (await asha.get(`/v1/contacts?phone_number=${encodeURIComponent(`+${from}`)}`)).body.data[0],
    (one) => one?.conversation_id,
  )
  return (await asha.get(`/v1/messages?conversation_id=${contact.conversation_id}`)).body.data[0]
}
const now = async (id: string) => (await asha.get(`/v1/messages/${id}`)).body
/** Makes all pending fetches due now. */
const tryNext = (tries: number) =>
  samvad.rows(
    "update missing_attachments set due_at = now() - interval '1 second', tries = $1 where due_at is not null",
    [tries],
  )
async function workNow() {
  await samvad.rows("update due_work set due_at = now() - interval '1 second' where kind = 'missing_attachments'")
  samvad.app.wake('missing_attachments')
}
const updatesOf = (id: string) =>
  samvad.rows<{ payload: any }>(
    "select payload from events where object_id = $1 and type = 'message.updated' order by version",
    [uuidOf('msg', id)],
  )
const pending = [{ filename: null, content_type: 'image/png', state: 'pending', reason: null, count: 1 }]

test('a message whose medium cannot be fetched is shown at once with its caption, and its file when it comes (spec 7.180)', async () => {
  const message = await pictureWithout('701')
  assert.deepEqual([message.text, message.attachments, message.missing_attachments], ['This is broken', [], pending])
  const [received] = await samvad.rows<{ payload: any }>(
    "select payload from events where object_id = $1 and type = 'message.received'",
    [uuidOf('msg', message.id)],
  )
  assert.deepEqual(received?.payload.missing_attachments, pending)
  api.media.set('701', { contentType: 'image/png', filename: null, bytes: PNG })
  await tryNext(1)
  await workNow()
  const shown = await until(
    () => now(message.id),
    (one) => one.attachments.length === 1,
  )
  assert.deepEqual([shown.attachments[0].content_type, shown.missing_attachments], ['image/png', []])
  assert.deepEqual(Buffer.from(await (await fetch(shown.attachments[0].url)).arrayBuffer()), PNG)
  const [told] = await updatesOf(message.id)
  assert.equal(told?.payload.attachments.length, 1)
})

test('a file that does not come for 15 hours is not available, and its message says so (spec 7.180)', async () => {
  const message = await pictureWithout('702')
  assert.deepEqual(message.missing_attachments, pending)
  // Its last attempt.
  await tryNext(10)
  await workNow()
  const shown = await until(
    () => now(message.id),
    (one) => one.missing_attachments[0]?.state === 'unavailable',
  )
  assert.deepEqual(shown.missing_attachments, [{ ...pending[0], state: 'unavailable', reason: 'not_fetched' }])
  assert.deepEqual([shown.text, shown.attachments], ['This is broken', []])
  const [told] = await updatesOf(message.id)
  assert.equal(told?.payload.missing_attachments[0].state, 'unavailable')
  const left = await samvad.rows('select 1 from missing_attachments where due_at is not null')
  assert.deepEqual(left, [], 'nothing is tried any more')
})

test('what is still to be fetched of a message goes with it (spec 7.180)', async () => {
  const message = await pictureWithout('703')
  assert.equal((await asha.delete(`/v1/messages/${message.id}`)).status, 204)
  const left = await samvad.rows('select 1 from missing_attachments where message_id = $1', [uuidOf('msg', message.id)])
  assert.deepEqual(left, [])
})
