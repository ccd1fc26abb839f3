// The routes of campaigns: spec 15.3.

import { answeredBefore, once } from '#edge/idempotency.ts'
import { created, direct, type Idempotency, noContent, ok, type Reply, type Route, read, write } from '#edge/route.ts'
import type { Actor, App } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import { Refusal } from '#kit/refusals.ts'
import { Out } from '#kit/wire.ts'
import { createLinks } from '#messaging/attachments/links.ts'
import { message } from '#messaging/messages/examples.ts'
import { Message } from '#messaging/messages/schema.ts'
import { createSender } from '#messaging/sending/send.ts'
import { showAccepted } from '#messaging/sending/show.ts'
import * as campaigns from './actions.ts'
import * as control from './control.ts'
import * as examples from './examples.ts'
import { createPreview } from './preview/preview.ts'
import { CampaignPreview, CampaignPreviewRequest } from './preview/schema.ts'
import * as reports from './report/actions.ts'
import { reportRoutes } from './report/routes.ts'
import {
  Campaign,
  CampaignChange,
  CampaignEstimate,
  CampaignQuery,
  CampaignStart,
  CampaignTest,
  ListedCampaign,
  NewCampaign,
} from './schema.ts'
import { createTestSend } from './send-test.ts'
import { showCampaign } from './show.ts'
import { createStarter } from './start.ts'

const tag = 'Campaigns'
const ids = { id: { prefix: 'camp', noun: 'campaign' } } as const
const refusesContent = ['channel_unavailable', 'template_unavailable'] as const

export const campaignRoutes = (app: App): Route[] => {
  const { database } = app
  const starter = createStarter(app)
  const links = createLinks(app)
  const preview = createPreview(app)
  const testSend = createTestSend(app, createSender(app))

  /** After reads without a lock: runs the writes in one transaction together with their stored response. */
  function inOne(actor: Actor, idempotency: Idempotency | null, work: (tx: Tx) => Promise<Reply>): Promise<Reply> {
    return database.transaction(
      (tx) => (idempotency ? once(tx, actor, idempotency, () => work(tx)) : work(tx)),
      actor.organizationId,
    )
  }

  return [
    read({
      operationId: 'listCampaigns',
      method: 'GET',
      path: '/v1/campaigns',
      permission: 'campaigns.view',
      tag,
      summary: 'List campaigns',
      description: 'Newest created first, each with how far it is and what it cost.',
      query: CampaignQuery,
      responses: { 200: Out.list(ListedCampaign) },
      example: { response: { has_more: false, data: [examples.listed] } },
      handle: async (tx, actor, { query }) => ok(await reports.list(tx, actor, query)),
    }),
    write({
      operationId: 'createCampaign',
      method: 'POST',
      path: '/v1/campaigns',
      permission: 'campaigns.manage',
      tag,
      summary: 'Create a campaign',
      description:
        'Creates a draft: one message to everyone on its lists and in its segments, once per contact and address. The content is a template or, on the channel email, a subject and text of its own. Variables are filled from each contact.',
      body: NewCampaign,
      responses: { 201: Campaign },
      refuses: ['not_found'],
      example: { request: examples.draft, response: examples.campaign },
      async handle(tx, actor, { body }) {
        const shown = showCampaign(await campaigns.create(tx, actor, body))
        return created(`/v1/campaigns/${shown.id}`, shown)
      },
    }),
    ...reportRoutes(app),
    write({
      operationId: 'updateCampaign',
      method: 'PUT',
      path: '/v1/campaigns/:id',
      ids,
      permission: 'campaigns.manage',
      tag,
      summary: 'Update a campaign',
      description: 'Only drafts can be changed. Fields that are left out keep their values.',
      body: CampaignChange,
      responses: { 200: Campaign },
      refuses: ['conflict'],
      handle: async (tx, actor, { ids, body }) =>
        ok(showCampaign(await campaigns.change(tx, actor, ids.id as string, body))),
    }),
    write({
      operationId: 'deleteCampaign',
      method: 'DELETE',
      path: '/v1/campaigns/:id',
      ids,
      permission: 'campaigns.manage',
      tag,
      summary: 'Delete a campaign',
      description: 'Only drafts can be deleted. A campaign that was started is part of billing; cancel it instead.',
      responses: { 204: null },
      refuses: ['conflict'],
      async handle(tx, actor, { ids }) {
        await campaigns.remove(tx, actor, ids.id as string)
        return noContent()
      },
    }),
    direct({
      operationId: 'estimateCampaign',
      method: 'POST',
      path: '/v1/campaigns/:id/estimate',
      ids,
      permission: 'campaigns.view',
      tag,
      summary: 'Estimate a campaign',
      description:
        "Counts the recipients it would have now and prices them tier by tier, from this month's count on. Reserves and charges nothing.",
      responses: { 200: CampaignEstimate },
      refuses: refusesContent,
      example: { response: examples.estimate },
      handle: async (_, actor, { ids }) => ok(await starter.estimate(actor, ids.id as string)),
    }),
    direct({
      operationId: 'previewCampaign',
      method: 'POST',
      path: '/v1/campaigns/:id/preview',
      ids,
      permission: 'campaigns.view',
      tag,
      summary: 'Preview a campaign',
      description:
        'Fills the content for contacts of its audience: the first, the one with the longest content, and one for whom fallbacks are used, of the first thousand that would be read; or for the contact in `contact_id`. Without `contacts.view`, shows only the content with every fallback, and `contact_id` is refused. Sends and charges nothing.',
      body: CampaignPreviewRequest,
      responses: { 200: CampaignPreview },
      refuses: ['template_unavailable'],
      example: { request: {}, response: examples.preview },
      handle: async (_, actor, { ids, body }) => ok(await preview(actor, ids.id as string, body.contact_id ?? null)),
    }),
    direct({
      operationId: 'startCampaign',
      method: 'POST',
      path: '/v1/campaigns/:id/start',
      ids,
      permission: 'campaigns.send',
      tag,
      summary: 'Start a campaign',
      description:
        'Reserves the estimated cost, and fixes the content, the prices and the audience. If `scheduled_at` is in the future, this happens at that time. Returns 402 if the available credits do not cover the cost, unless `partial` is set, and 409 if the cost exceeds `max_total`.',
      body: CampaignStart,
      responses: { 200: Campaign },
      refuses: [...refusesContent, 'insufficient_balance', 'conflict'],
      example: { request: { max_total: '150.00' }, response: examples.running },
      async handle(idempotency, actor, { ids, body }) {
        const before = await answeredBefore(database.reads, actor, idempotency)
        if (before) return before
        const starting = { partial: body.partial ?? false, maxTotal: body.max_total ?? null }
        const begin = await starter.start(actor, actor, ids.id as string, starting)
        const reply = await inOne(actor, idempotency, async (tx) => ok(showCampaign(await begin(tx))))
        app.wake('campaigns')
        return reply
      },
    }),
    write({
      operationId: 'pauseCampaign',
      method: 'POST',
      path: '/v1/campaigns/:id/pause',
      ids,
      permission: 'campaigns.send',
      tag,
      summary: 'Pause a campaign',
      description: 'Sending stops within 2 seconds. Reserved credit stays reserved.',
      responses: { 200: Campaign },
      refuses: ['conflict'],
      example: { response: examples.paused },
      handle: async (tx, actor, { ids }) => ok(showCampaign(await control.pause(tx, actor, actor, ids.id as string))),
    }),
    write({
      operationId: 'resumeCampaign',
      method: 'POST',
      path: '/v1/campaigns/:id/resume',
      ids,
      permission: 'campaigns.send',
      tag,
      summary: 'Resume a campaign',
      description:
        'Clears every pause reason. If the campaign reached `max_total`, the limit is removed. If its channel account was replaced, the new account is used.',
      responses: { 200: Campaign },
      refuses: ['conflict'],
      example: { response: examples.running },
      handle: async (tx, actor, { ids }) => ok(showCampaign(await control.resume(tx, actor, actor, ids.id as string))),
    }),
    write({
      operationId: 'cancelCampaign',
      method: 'POST',
      path: '/v1/campaigns/:id/cancel',
      ids,
      permission: 'campaigns.send',
      tag,
      summary: 'Cancel a campaign',
      description:
        'Releases the reserved credit immediately. Charges for messages that were not sent are refunded within a short time.',
      responses: { 200: Campaign },
      refuses: ['conflict'],
      example: { response: examples.cancelled },
      handle: async (tx, actor, { ids }) => ok(showCampaign(await control.cancel(tx, actor, actor, ids.id as string))),
    }),
    direct({
      operationId: 'testCampaign',
      method: 'POST',
      path: '/v1/campaigns/:id/test',
      ids,
      permission: 'campaigns.send',
      tag,
      summary: 'Send a test of a campaign',
      description:
        'Sends it to one contact as a message in your conversation with them. It is charged like any other message.',
      body: CampaignTest,
      responses: { 201: Message },
      refuses: [
        ...refusesContent,
        'insufficient_balance',
        'recipient_unreachable',
        'recipient_unsubscribed',
        'recipient_suppressed',
        'session_window_closed',
        'dlt_template_missing',
        'quiet_hours',
      ],
      example: { request: examples.test, response: message },
      handle: (idempotency, actor, { ids, body }) =>
        testSend(actor, ids.id as string, body.contact_id, idempotency, ([outcome]) => {
          if (outcome === undefined || outcome instanceof Refusal) throw outcome ?? new Error('a draft has an outcome')
          const shown = showAccepted(outcome.message, outcome.at, links.of(actor.organizationId))
          return created(`/v1/messages/${shown.id}`, shown)
        }),
    }),
  ]
}
