// Usage: spec 13.1.

import { ok, type Route, read } from '#edge/route.ts'
import * as usage from './actions.ts'
import * as examples from './examples.ts'
import { Usage, UsageQuery } from './schema.ts'

export const usageRoutes = (): Route[] => [
  read({
    operationId: 'retrieveUsage',
    method: 'GET',
    path: '/api/v1/billing/usage',
    permission: 'usage.view',
    tag: 'Billing',
    summary: 'Retrieve usage',
    description:
      'Messages and charges of a period, grouped by channel, message type, campaign, contact list, day, month or user, newest days first. `total` covers all rows. Days and months follow India time; a `from` or `to` that is not midnight in India returns 422. Messages count on the day they were accepted. Charges and reversals count on the day they were recorded, so a later reversal reduces the amount of its own day.',
    query: UsageQuery,
    refuses: ['invalid_content'],
    responses: { 200: Usage },
    example: { response: examples.usage },
    handle: async (tx, actor, { query }) => ok(await usage.report(tx, actor, query)),
  }),
]
