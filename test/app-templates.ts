// WhatsApp templates of an organization for tests: written, submitted, sent to Meta by the worker's job, and reviewed,
// on a clock that the test advances.

import assert from 'node:assert/strict'
import { after, beforeEach } from 'node:test'
import { templateJobs } from '#messaging/templates/jobs.ts'
import { takeReview } from '#messaging/templates/review.ts'
import { someNumber, startCloudApi } from './cloud-api/server.ts'
import type { TemplateDecision } from './cloud-api/templates.ts'
import { fund, startSamvad } from './harness.ts'
import { person } from './story.ts'

export const account = {
  phone_number_id: someNumber.phoneNumberId,
  business_account_id: someNumber.businessAccountId,
  access_token: someNumber.accessToken,
  app_secret: someNumber.appSecret,
}

export async function templateStory() {
  const api = await startCloudApi()
  after(() => api.close())
  const samvad = await startSamvad({ SAMVAD_CLOUD_API_URL: api.url })
  const asha = person(samvad)
  const { organizationId } = samvad.company
  await fund(samvad, organizationId, 100n)
  await asha.put('/v1/channels/app', account)
  const { templates } = api
  let now = Date.now()
  let count = 0
  beforeEach(() => {
    templates.answer(() => 'accept')
    templates.hidden.clear()
    templates.done.length = 0
    templates.statusOfNew = 'PENDING'
    now = Date.now()
    samvad.setClock(new Date(now))
  })
  const work = (one = templateJobs(samvad.app)) => one[0]?.run(new AbortController().signal)
  const shown = async (id: string) => (await asha.get(`/v1/templates/${id}`)).body

  return {
    api,
    samvad,
    asha,
    templates,
    work,
    shown,
    now: () => now,
    make: (more: object = {}) =>
      asha.make('/v1/templates', {
        name: `leaves_${++count}`,
        channel: 'app',
        language: 'en_US',
        category: 'utility',
        text: 'Dear {{name}}, order {{order_number}} of {{name}} leaves today.',
        ...more,
      }),
    statusOf: async (id: string) => (await shown(id)).status,
    async submit(id: string) {
      const { status, body, text } = await asha.post(`/v1/templates/${id}/submit`)
      assert.equal(status, 200, text)
      return body
    },
    decide: (...all: TemplateDecision[]) => templates.answer(() => all.shift() ?? 'accept'),
    /** Advances the clock (by default one hour) and runs what is due. */
    async later(ms = 3600_000): Promise<void> {
      now += ms
      samvad.setClock(new Date(now))
      await work()
    },
    /** The template as Meta stores it. */
    at: (name: string) => templates.all.filter((one) => one.name === name),
    made: () => templates.done.map(({ what, body }) => [what, body.name ?? body.id]),
    /** Applies a review as a webhook reports it. */
    review: (name: string, status: any, time: Date, more: object = {}) =>
      samvad.app.database.transaction(
        (tx) =>
          takeReview(tx, { organizationId, at: new Date(now) }, 'app', {
            name,
            language: 'en_US',
            status,
            reason: null,
            time,
            ...more,
          }),
        organizationId,
      ),
  }
}
