// Two organizations on shared accounts, whose servers are an SMPP server and a Cloud API.

import assert from 'node:assert/strict'
import { after } from 'node:test'
import type { Uuid } from '#kit/ids.ts'
import { someNumber, startCloudApi } from './cloud-api/server.ts'
import { bring } from './cloud-api/webhooks.ts'
import { newOperator } from './gateways/scene.ts'
import { fund, startSamvad } from './harness.ts'
import { until } from './mail-story.ts'
import { startSmppServer } from './smpp/server.ts'
import { smppAccount } from './smpp/story.ts'
import { type Person, person } from './story.ts'

const WRITERS_NOTED_AFTER = 'SAMVAD_TEST_WRITERS_NOTED_AFTER_MS'

/**
 * With a worker. Closed automatically after the file's tests. A message from an unknown sender goes to quarantine at
 * once, except within `whileWritersAreUnknown`.
 */
export async function startSharing() {
  process.env[WRITERS_NOTED_AFTER] = '0'
  after(() => delete process.env[WRITERS_NOTED_AFTER])
  const [server, own, api] = await Promise.all([startSmppServer(), startSmppServer(), startCloudApi()])
  after(() => Promise.all([server.close(), own.close(), api.close()]))
  const samvad = await startSamvad({ SAMVAD_ALLOWED_NETWORKS: '127.0.0.0/8', SAMVAD_CLOUD_API_URL: api.url })
  const operator = person(samvad, { token: await newOperator(samvad) })
  const companies = [await samvad.newCompany('Banyan Books'), await samvad.newCompany('Chai House')] as const
  const [banyanId, chaiId] = companies.map(({ organizationId }) => organizationId) as [Uuid, Uuid]
  const [banyan, chai] = companies.map((one) => person(samvad, one)) as [Person, Person]
  for (const { organizationId } of companies) await fund(samvad, organizationId, 1000n)

  assert.equal(
    (await operator.put('/v1/shared_channels/sms', smppAccount(server.port, { from: '567678' }))).status,
    200,
  )
  const app = await operator.put('/v1/shared_channels/app', {
    phone_number_id: someNumber.phoneNumberId,
    business_account_id: someNumber.businessAccountId,
    access_token: someNumber.accessToken,
    app_secret: someNumber.appSecret,
  })
  const { callback_url } = app.body
  samvad.startWorker()

  const atRest = () =>
    until(
      () => samvad.rows('select org_id, source, error from arrivals where body is not null'),
      (rows) => rows.length === 0,
    )
  const quarantine = async () =>
    (await operator.get('/v1/quarantine')).body.data as { id: string; from: string; text: string }[]
  const writes = async (from: string, text: string) => {
    assert.equal(
      await server.deliver({
        source_addr: from.replace('+', ''),
        source_addr_ton: 1,
        destination_addr: '567678',
        short_message: text,
      }),
      0,
    )
    await atRest()
  }
  const say = async (body: object) => {
    assert.equal((await bring(callback_url, body)).status, 200)
    await atRest()
  }
  /**
   * During `work`, a message from an unknown sender waits for the message that it replies to, for as long as in
   * production.
   */
  const whileWritersAreUnknown = async (work: () => Promise<void>) => {
    delete process.env[WRITERS_NOTED_AFTER]
    await work().finally(() => {
      process.env[WRITERS_NOTED_AFTER] = '0'
    })
  }
  // Before that the SMPP server cannot deliver anything.
  await until(
    async () => server.sessions().length,
    (bound) => bound > 0,
  )
  return {
    samvad,
    server,
    own,
    api,
    callbackUrl: callback_url as string,
    operator,
    banyan,
    chai,
    banyanId,
    chaiId,
    atRest,
    quarantine,
    writes,
    say,
    whileWritersAreUnknown,
  }
}
