// An organization's WhatsApp Cloud API account: storage of its secrets, and its connection test.

import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { someNumber, startCloudApi } from '../../../../test/cloud-api/server.ts'
import { fund, startSamvad } from '../../../../test/harness.ts'
import { assertRefused, person } from '../../../../test/story.ts'
import { publicUrlProblem } from './account-test.ts'

const api = await startCloudApi()
after(() => api.close())
const samvad = await startSamvad({ SAMVAD_CLOUD_API_URL: api.url })
const asha = person(samvad)
const APP = '/v1/channels/app'
const account = {
  phone_number_id: someNumber.phoneNumberId,
  business_account_id: someNumber.businessAccountId,
  access_token: someNumber.accessToken,
  app_secret: someNumber.appSecret,
}
const withoutSecrets = { phone_number_id: account.phone_number_id, business_account_id: account.business_account_id }

describe('setting it', () => {
  test('spec 7.31: without one the sandbox carries the messages, and every field is there', async () => {
    const { status, body } = await asha.get(APP)
    assert.equal(status, 200)
    assert.deepEqual(body, {
      channel: 'app',
      carrier: 'sandbox',
      phone_number_id: null,
      business_account_id: null,
      has_access_token: false,
      has_app_secret: false,
      api_version: null,
      messages_per_second: null,
      callback_url: null,
      verify_token: null,
      updated_at: null,
    })
    assertRefused(await asha.delete(APP), 404, 'not_found')
    assertRefused(await asha.post(`${APP}/test`), 404, 'not_found')
  })

  test('spec 3.29, 7.31, 18.1: it is set with both secrets, which are sealed and never shown; removed, nobody carries', async () => {
    assertRefused(await asha.put(APP, withoutSecrets), 422, 'invalid_content', 'access_token')
    assertRefused(await asha.put(APP, { ...account, app_secret: undefined }), 422, 'invalid_content', 'app_secret')
    assertRefused(await asha.put(APP, { ...account, access_token: undefined }), 422, 'invalid_content', 'access_token')
    assertRefused(
      await asha.put(APP, { ...account, phone_number_id: '+91 98765' }),
      422,
      'invalid_content',
      'phone_number_id',
    )
    const pasted = { ...account, business_account_id: account.business_account_id.replace(/(...)/, '$1 ') }
    assert.equal((await asha.put(APP, pasted)).body.business_account_id, account.business_account_id)
    assertRefused(await asha.put(APP, { ...account, api_version: '../v1' }), 422, 'invalid_content', 'api_version')
    const answers = [await asha.put(APP, account), await asha.get(APP), await asha.put(APP, withoutSecrets)]
    for (const { status, body, text } of answers) {
      assert.equal(status, 200, text)
      assert.deepEqual([body.carrier, body.has_access_token, body.has_app_secret], ['organization', true, true])
      assert.equal(body.api_version, 'v23.0')
      for (const secret of [account.access_token, account.app_secret]) assert.ok(!text.includes(secret))
    }
    const [row] = await samvad.rows<{ secret: Buffer; settings: object }>(
      'select secret, settings from channel_accounts',
    )
    for (const secret of [account.access_token, account.app_secret]) {
      assert.ok(!row?.secret.includes(secret))
      assert.ok(!JSON.stringify(row?.settings).includes(secret))
    }
    assert.equal((await asha.delete(APP)).status, 204)
    assert.equal((await asha.get(APP)).body.carrier, 'none')
  })

  test('spec 7.30: its address stays with it, is another one for another account, and is in no audit entry', async () => {
    const first = (await asha.put(APP, account)).body
    assert.match(first.callback_url, /^http:\/\/127\.0\.0\.1:\d+\/webhooks\/channels\/app\/[\w-]{66}$/)
    assert.match(first.verify_token, /^[\w-]{22}$/)
    const renewed = (await asha.put(APP, { ...account, access_token: 'EAAGanother' })).body
    assert.equal(renewed.callback_url, first.callback_url)
    assert.equal(renewed.verify_token, first.verify_token)
    const other = (await asha.put(APP, { ...account, phone_number_id: '7' })).body
    assert.notEqual(other.callback_url, first.callback_url)
    assertRefused(await asha.put(APP, withoutSecrets), 422, 'invalid_content', 'access_token')
    await asha.delete(APP)
    const again = (await asha.put(APP, account)).body
    assert.notEqual(again.callback_url, first.callback_url)
    const [{ settings: stored } = { settings: { callback_key: '' } }] = await samvad.rows<{
      settings: { callback_key: string }
    }>('select settings from channel_accounts')
    const entries = (await asha.get('/v1/audit_log?limit=100')).text
    assert.ok(entries.includes('channel_account.updated'))
    assert.ok(!entries.includes(stored.callback_key) && !entries.includes('callback_key'))
    const neighbour = person(samvad, await samvad.newCompany('Banyan Books'))
    const theirs = (await neighbour.put(APP, account)).body
    assert.notEqual(theirs.callback_url, again.callback_url)
    await asha.delete(APP)
  })

  test('spec 7.31: once there was a real one the sandbox does not come back, and a message is refused before a charge', async () => {
    await fund(samvad, samvad.company.organizationId, 10n)
    const contact = await asha.make('/v1/contacts', { phone_number: '+919876543210' })
    const conversation = await asha.make('/v1/conversations', { contact_id: contact.id })
    const { balance } = (await asha.get('/api/v1/billing/balance')).body
    const message = { conversation_id: conversation.id, channel: 'app', text: 'Hello' }
    assertRefused(await asha.post('/v1/messages', message), 422, 'channel_unavailable', 'channel')
    assert.equal((await asha.get('/api/v1/billing/balance')).body.balance, balance)
  })
})

describe('testing it', () => {
  const steps = async () => {
    const { status, body, text } = await asha.post(`${APP}/test`)
    assert.equal(status, 200, text)
    for (const secret of [account.access_token, account.app_secret]) assert.ok(!text.includes(secret))
    return body as {
      succeeded: boolean
      detail: string
      details: { code: string; params: object; message: string }[]
      steps: { step: string; succeeded: boolean | null; detail: string; details: { code: string }[] }[]
    }
  }
  const codes = (result: Awaited<ReturnType<typeof steps>>) => result.details.map(({ code }) => code)
  const succeeded = (result: Awaited<ReturnType<typeof steps>>) =>
    Object.fromEntries(result.steps.map(({ step, succeeded }) => [step, succeeded]))

  test('spec 7.34: it says in order: token, secret, number, subscription, public address; and sends nothing', async () => {
    await asha.put(APP, account)
    const result = await steps()
    assert.deepEqual(
      result.steps.map(({ step }) => step),
      ['access token', 'app secret', 'number', 'subscription', 'public address'],
    )
    const good = { 'access token': true, 'app secret': true, number: true, subscription: true }
    assert.deepEqual(succeeded(result), { ...good, 'public address': false })
    assert.equal(result.succeeded, false)
    assert.match(result.detail, /^public address: .*PUBLIC_URL/)
    assert.deepEqual(codes(result), ['public_url_unreachable'])
    assert.deepEqual(
      result.steps.map(({ details }) => details.map(({ code }) => code).join()),
      [...Array(4).fill('check_passed'), 'public_url_unreachable'],
      'each step has codes (spec 4.19)',
    )
    const { publicUrl } = samvad.app.settings
    try {
      samvad.app.settings.publicUrl = 'https://samvad.asha.example'
      const whole = await steps()
      assert.deepEqual([whole.succeeded, succeeded(whole)], [true, { ...good, 'public address': true }])
      assert.deepEqual(codes(whole), ['whatsapp_works'])

      api.state.numberStatus = 'PENDING'
      assert.deepEqual(codes(await steps()), ['number_not_registered'])
      api.state.numberStatus = 'CONNECTED'
      api.state.subscribedApps = []
      assert.deepEqual(codes(await steps()), ['no_app_subscribed'])
      await asha.put(APP, { ...account, app_secret: 'wrong' })
      assert.match((await steps()).detail, /^app secret: Meta 100: Invalid appsecret_proof/)
      await asha.put(APP, { ...account, phone_number_id: '42' })
      assert.deepEqual(codes(await steps()), ['meta_said', 'phone_number_id_wrong'])
      await asha.put(APP, { ...account, access_token: 'wrong' })
      const bad = await steps()
      assert.match(bad.detail, /^access token: Meta 190/)
      assert.deepEqual(succeeded(bad), {
        'access token': false,
        'app secret': null,
        number: null,
        subscription: null,
        'public address': true,
      })
    } finally {
      samvad.app.settings.publicUrl = publicUrl
    }
    assert.ok(
      api.requests.every((one) => one.startsWith('GET ')),
      'nothing but questions',
    )
  })

  test('spec 7.34: a Meta that is not reached is said, not thrown', async () => {
    const { cloudApiUrl } = samvad.app.settings
    samvad.app.settings.cloudApiUrl = 'http://127.0.0.1:1'
    try {
      const result = await steps()
      assert.match(result.detail, /^access token: Meta could not be reached: /)
      assert.deepEqual(codes(result), ['meta_unreachable'])
    } finally {
      samvad.app.settings.cloudApiUrl = cloudApiUrl
    }
  })
})

test('spec 7.34: Meta reaches what has https and a public name alone', () => {
  for (const good of ['https://samvad.example', 'https://samvad.example:8443/in', 'https://8.8.8.8'])
    assert.equal(publicUrlProblem(good), null, good)
  for (const bad of [
    'http://samvad.example',
    'https://localhost',
    'https://samvad',
    'https://127.0.0.1',
    'https://10.1.2.3:8443',
    'https://[::1]',
    'https://box.local',
  ])
    assert.deepEqual(publicUrlProblem(bad), [{ code: 'public_url_unreachable', params: { url: bad } }])
})
