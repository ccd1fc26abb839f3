// Routes of campaign reports: spec 15.3, 15.19, 15.31.

import { preferred } from '#edge/accept.ts'
import { ok, type Route, read } from '#edge/route.ts'
import type { App } from '#kit/app.ts'
import { Out } from '#kit/wire.ts'
import { find } from '../actions.ts'
import * as examples from '../examples.ts'
import { CampaignDeliveryQuery, CampaignReport } from '../schema.ts'
import * as reports from './actions.ts'
import { deliveriesAsCsv, mustBeOneFilter, mustBeWhole } from './deliveries-csv.ts'
import * as recipients from './recipients.ts'
import { CampaignDays, CampaignDelivery, CampaignRecipient, CampaignRecipientQuery } from './schema.ts'

const tag = 'Campaigns'
const ids = { id: { prefix: 'camp', noun: 'campaign' } } as const

export const reportRoutes = (app: App): Route[] => [
  read({
    operationId: 'retrieveCampaign',
    method: 'GET',
    path: '/v1/campaigns/:id',
    ids,
    permission: 'campaigns.view',
    tag,
    summary: 'Retrieve a campaign',
    description: 'With the counts of its recipients and deliveries, and its cost so far.',
    responses: { 200: CampaignReport },
    example: { response: examples.report },
    handle: async (tx, actor, { ids }) => ok(await reports.report(tx, actor, ids.id as string)),
  }),
  read({
    operationId: 'listCampaignDays',
    method: 'GET',
    path: '/v1/campaigns/:id/days',
    ids,
    permission: 'campaigns.view',
    tag,
    summary: "List a campaign's days",
    description:
      'What happened on each day in India, the first day first. Days without anything are left out. What was counted by a version before this list is on no day.',
    responses: { 200: CampaignDays },
    example: { response: examples.days },
    handle: async (tx, actor, { ids }) => ok(await reports.days(tx, actor, ids.id as string)),
  }),
  read({
    operationId: 'listCampaignRecipients',
    method: 'GET',
    path: '/v1/campaigns/:id/recipients',
    ids,
    permission: 'campaigns.view',
    tag,
    summary: "List a campaign's recipients",
    description:
      'In the order of sending, once the campaign is started. Without `contacts.view`, fields that identify the contact are null. With `Accept: text/csv`, returns all of them as one CSV file.',
    query: CampaignRecipientQuery,
    responses: { 200: Out.list(CampaignRecipient) },
    alsoProduces: 'text/csv',
    example: { response: { has_more: false, data: [examples.recipient] } },
    async handle(tx, actor, { ids, query, accept }) {
      const id = ids.id as string
      if (preferred(accept, ['application/json', 'text/csv']) === 'application/json')
        return ok(await recipients.list(tx, actor, id, query))
      mustBeWhole(query)
      const content = await recipients.asCsv(app, tx, actor, id, query)
      return { status: 200, raw: { contentType: 'text/csv; charset=utf-8', content, filename: 'recipients.csv' } }
    },
  }),
  read({
    operationId: 'listCampaignDeliveries',
    method: 'GET',
    path: '/v1/campaigns/:id/deliveries',
    ids,
    permission: 'campaigns.view',
    tag,
    summary: "List a campaign's deliveries",
    description:
      'Newest first. Without `contacts.view`, fields that identify the contact are null. With `Accept: text/csv`, returns all of them as one CSV file.',
    query: CampaignDeliveryQuery,
    responses: { 200: Out.list(CampaignDelivery) },
    alsoProduces: 'text/csv',
    async handle(tx, actor, { ids, query, accept }) {
      const id = ids.id as string
      mustBeOneFilter(query)
      if (preferred(accept, ['application/json', 'text/csv']) === 'application/json')
        return ok(await reports.deliveries(tx, actor, id, query))
      mustBeWhole(query)
      await find(tx, actor, id)
      const content = deliveriesAsCsv(app, actor, id, query)
      return { status: 200, raw: { contentType: 'text/csv; charset=utf-8', content, filename: 'deliveries.csv' } }
    },
  }),
]
