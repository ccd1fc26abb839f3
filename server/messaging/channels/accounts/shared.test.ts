// The installation's shared accounts for organizations without their own: who sets them, whose messages they carry, and
// what happens to the messages when they are removed.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { someNumber, startCloudApi } from '../../../../test/cloud-api/server.ts'
import { bring, written } from '../../../../test/cloud-api/webhooks.ts'
import { newOperator } from '../../../../test/gateways/scene.ts'
import { fund, startSamvad } from '../../../../test/harness.ts'
import { delivered, until } from '../../../../test/mail-story.ts'
import { startSmppServer } from '../../../../test/smpp/server.ts'
import { setAccount, smppAccount, textTo, writeSms } from '../../../../test/smpp/story.ts'
import { assertRefused, person } from '../../../../test/story.ts'

const [shared, own, api] = await Promise.all([startSmppServer(), startSmppServer(), startCloudApi()])
after(() => Promise.all([shared.close(), own.close(), api.close()]))
const samvad = await startSamvad({ SAMVAD_ALLOWED_NETWORKS: '127.0.0.0/8', SAMVAD_CLOUD_API_URL: api.url })
const operator = person(samvad, { token: await newOperator(samvad) })
const [banyanCompany, chaiCompany] = [await samvad.newCompany('Banyan Books'), await samvad.newCompany('Chai House')]
const [banyan, chai] = [person(samvad, banyanCompany), person(samvad, chaiCompany)]
for (const { organizationId } of [banyanCompany, chaiCompany]) await fund(samvad, organizationId, 1000n)
samvad.startWorker()

const SHARED_SMS = '/v1/shared_channels/sms'
const SHARED_APP = '/v1/shared_channels/app'
const appAccount = {
  phone_number_id: someNumber.phoneNumberId,
  business_account_id: someNumber.businessAccountId,
  access_token: someNumber.accessToken,
  app_secret: someNumber.appSecret,
}
const carrierOf = async (who: typeof chai, channel: string) =>
  (await who.get('/v1/channels')).body.data.find((one: { channel: string }) => one.channel === channel)?.carrier

test('spec 16.33: only who operates the installation sets one; it is sealed, tested, and tells its secrets to nobody', async () => {
  assertRefused(await banyan.put(SHARED_SMS, smppAccount(shared.port)), 403, 'permission_denied')
  assertRefused(await banyan.get(SHARED_SMS), 403, 'permission_denied')
  assertRefused(await operator.post(`${SHARED_SMS}/test`), 404, 'not_found')
  assertRefused(await operator.delete(SHARED_SMS), 404, 'not_found')
  assert.equal(await carrierOf(chai, 'sms'), 'sandbox')
  const set = await operator.put(SHARED_SMS, smppAccount(shared.port, { from: 'COMMON' }))
  assert.deepEqual(
    [set.status, set.body.carrier, set.body.from, set.body.has_password],
    [200, 'installation', 'COMMON', true],
  )
  assert.ok(!set.text.includes('kabir42'))
  assert.equal((await operator.post(`${SHARED_SMS}/test`)).body.succeeded, true)
  const app = await operator.put(SHARED_APP, appAccount)
  assert.deepEqual([app.status, app.body.carrier, app.body.has_app_secret], [200, 'installation', true])
  assert.match(app.body.callback_url, /\/webhooks\/channels\/app\//)
  const stored = await samvad.rows<{ secret: Buffer; org_id: string }>('select org_id, secret from channel_accounts')
  for (const { secret } of stored) assert.ok(!secret.toString('latin1').includes('kabir42'))

  for (const channel of ['app', 'sms']) {
    assert.equal(await carrierOf(chai, channel), 'installation')
    const { text, body } = await chai.get(`/v1/channels/${channel}`)
    assert.equal(body.carrier, 'installation')
    for (const told of ['COMMON', 'asha', someNumber.phoneNumberId, 'webhooks', '127.0.0.1'])
      assert.ok(!text.includes(told), `${channel}: ${told} is not an organization's to know`)
    assertRefused(await chai.post(`/v1/channels/${channel}/test`), 404, 'not_found')
  }
  const [real] = await samvad.rows<{ app: Date; sms: Date }>(
    'select real_app_since as app, real_sms_since as sms from installation',
  )
  assert.ok(real?.app && real.sms)
})

test('spec 16.33: the messages of two organizations leave by one connection; who has an account of their own sends by that', async () => {
  await delivered(samvad, await writeSms(banyan, await textTo(banyan), 'from Banyan'), 'sent')
  await delivered(samvad, await writeSms(chai, await textTo(chai), 'from Chai'), 'sent')
  assert.deepEqual(
    shared.taken.map(({ from, text }) => [from, text]),
    [
      ['COMMON', 'from Banyan'],
      ['COMMON', 'from Chai'],
    ],
  )
  assert.equal(shared.sessions().length, 1)
  await setAccount(chai, smppAccount(own.port))
  assert.equal(await carrierOf(chai, 'sms'), 'organization')
  await until(
    async () => {
      await delivered(samvad, await writeSms(chai, await textTo(chai), 'by its own'), 'sent')
      return own.taken.length
    },
    (count) => count > 0,
  )
  assert.equal(await carrierOf(banyan, 'sms'), 'installation')
})

test('spec 16.33: the address of the shared account answers what Meta asks, and takes what is signed', async () => {
  const { body } = await operator.get(SHARED_APP)
  const asked = new URL(body.callback_url)
  asked.search = `hub.mode=subscribe&hub.verify_token=${body.verify_token}&hub.challenge=42`
  assert.equal(await (await fetch(asked)).text(), '42')
  const forged = await bring(body.callback_url, written({ id: 'wamid.forged', at: new Date() }), 'another secret')
  assert.equal(forged.status, 401)
  assert.deepEqual(await samvad.rows('select 1 from arrivals'), [])
})

test('spec 16.33: once it is removed, messages are refused; the sandbox does not come back to anybody', async () => {
  assert.equal((await operator.delete(SHARED_SMS)).status, 204)
  const { conversationId: conversation_id } = await textTo(banyan)
  const send = () => banyan.post('/v1/messages', { conversation_id, channel: 'sms', text: 'x' })
  assertRefused(await until(send, ({ status }) => status !== 201), 422, 'channel_unavailable', 'channel')
  assert.equal(await carrierOf(banyan, 'sms'), 'none')
  const never = person(samvad, await samvad.newCompany('Never Real'))
  assert.equal(await carrierOf(never, 'sms'), 'none')
})
