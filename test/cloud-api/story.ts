// An organization with an app account at the fake Cloud API: contacts' messages arrive by webhook.

import assert from 'node:assert/strict'
import { after } from 'node:test'
import { fund, startSamvad } from '../harness.ts'
import { until } from '../mail-story.ts'
import { person } from '../story.ts'
import { someNumber, startCloudApi } from './server.ts'
import { bring } from './webhooks.ts'

export async function startCloudStory() {
  const api = await startCloudApi()
  after(() => api.close())
  const samvad = await startSamvad({ SAMVAD_CLOUD_API_URL: api.url })
  await fund(samvad, samvad.company.organizationId, 100n)
  samvad.startWorker()
  const asha = person(samvad)
  const account = await asha.put('/v1/channels/app', {
    phone_number_id: someNumber.phoneNumberId,
    business_account_id: someNumber.businessAccountId,
    access_token: someNumber.accessToken,
    app_secret: someNumber.appSecret,
  })
  assert.equal(account.status, 200, account.text)
  const waiting = () => samvad.rows('select 1 from arrivals where body is not null')

  return {
    api,
    samvad,
    asha,
    /** Delivers a webhook, and waits until it is processed. */
    async say(body: object) {
      assert.equal((await bring(account.body.callback_url, body)).status, 200)
      await until(waiting, (rows) => rows.length === 0)
    },
    /** The contacts that a filter of the list finds. */
    async contactsBy(query: Record<string, string>): Promise<any[]> {
      return (await asha.get(`/v1/contacts?${new URLSearchParams(query)}`)).body.data
    },
    /** Newest first. */
    async messagesIn(conversationId: string): Promise<any[]> {
      return (await asha.get(`/v1/messages?conversation_id=${conversationId}`)).body.data
    },
  }
}
