// A worker that is killed while it sends app messages: messages that were transmitted have an unknown outcome until
// Meta's webhook reports it by our own id; the others are sent, once.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { upload } from '../../../../test/attachments.ts'
import { someNumber, startCloudApi } from '../../../../test/cloud-api/server.ts'
import { bring, statuses, written } from '../../../../test/cloud-api/webhooks.ts'
import { startDispatchingWorker } from '../../../../test/dispatching-worker.ts'
import { fund, startSamvad } from '../../../../test/harness.ts'
import { delivered, unresolved, until } from '../../../../test/mail-story.ts'
import { eventually } from '../../../../test/program.ts'
import { startReceiving } from '../../../../test/receiving.ts'
import { person } from '../../../../test/story.ts'
import { LEASE_MS } from '../../dispatch/round.ts'

const api = await startCloudApi()
after(() => api.close())
const environment = { SAMVAD_CLOUD_API_URL: api.url }
const samvad = await startSamvad(environment)
const asha = person(samvad)
await fund(samvad, samvad.company.organizationId, 100n)
const account = await asha.put('/v1/channels/app', {
  phone_number_id: someNumber.phoneNumberId,
  business_account_id: someNumber.businessAccountId,
  access_token: someNumber.accessToken,
  app_secret: someNumber.appSecret,
})
startReceiving(samvad)

let people = 0
/** A contact wrote to us just now. */
async function writer(): Promise<string> {
  const from = `9198765${43_300 + people++}`
  const at = new Date()
  assert.equal((await bring(account.body.callback_url, written({ id: `wamid.in.${from}`, at, from }))).status, 200)
  const found = await until(
    async () => (await asha.get(`/v1/contacts?phone_number=${encodeURIComponent(`+${from}`)}`)).body.data as any[],
    (all) => all.length === 1 && all[0].conversation_id !== null,
  )
  return found[0].conversation_id
}
const write = async (more: object = {}) =>
  asha.make('/v1/messages', { conversation_id: await writer(), channel: 'app', text: 'It is ready.', ...more })
const balance = async () => Math.round(Number((await asha.get('/api/v1/billing/balance')).body.balance) * 100)
const report = async (ours: string, status: string, code?: number) => {
  const one = { id: `wamid.lost.${ours}`, status, at: new Date(), ours, ...(code === undefined ? {} : { code }) }
  assert.equal((await bring(account.body.callback_url, statuses([one]))).status, 200)
}

test('spec 19.2, 7.13, 7.35, 7.112: what a killed worker had handed over is sent once and charged once, and its webhook says what became of it', async () => {
  api.answer(() => 'hang')
  api.holdsUploads = true
  const before = await balance()
  const [arrives, fails] = [await write(), await write()]
  const waits = await write({ attachments: [(await upload(samvad)).body.id] })
  const price = (before - (await balance())) / 3
  assert.ok(price > 0)
  const killed = await startDispatchingWorker(samvad, environment)
  await until(
    async () => [api.unanswered.length, api.requests.some((one) => one.endsWith('/media'))] as const,
    ([count, isUploading]) => count === 2 && isUploading,
  )
  await killed.kill()
  api.answer(() => 'accept')
  api.holdsUploads = false
  samvad.setClock(new Date(Date.now() + 2 * LEASE_MS))
  samvad.startWorker()
  // Uploading the file alone sent nobody anything: its message is sent.
  await eventually('what was not handed over has left', async () => api.accepted.length === 1)
  assert.equal((await delivered(samvad, waits, 'sent')).provider_id, api.accepted[0]?.id)
  await unresolved(samvad, arrives)
  await unresolved(samvad, fails)
  assert.equal(await balance(), before - 3 * price, 'each is charged once')

  const nameOf = async (message: { id: string }) =>
    (await asha.get(`/v1/messages/${message.id}/deliveries`)).body.data[0].id as string
  const [first, second] = [await nameOf(arrives), await nameOf(fails)]
  const told = api.unanswered.map(({ body }) => body.biz_opaque_callback_data)
  assert.deepEqual(told.toSorted(), [first, second].toSorted())
  for (let time = 0; time < 2; time++) {
    await report(first, 'delivered')
    await report(second, 'failed', 131_026)
  }
  await delivered(samvad, arrives, 'delivered')
  await delivered(samvad, fails, 'failed')
  await until(
    () => samvad.rows('select id from arrivals where body is not null'),
    (rows) => rows.length === 0,
  )
  assert.equal(await balance(), before - 2 * price, 'what never left is given back, once')
  assert.deepEqual([api.unanswered.length, api.accepted.length], [2, 1], 'nothing was sent again')
})
