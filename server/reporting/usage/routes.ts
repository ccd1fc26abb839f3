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
    summary: 'Get what was used',
    description:
      "What was sent and charged on the days of a period, by channel, kind, campaign, list, day, month or user, newest days first; `total` is of everything. Days and months are India's: an instant that is no midnight there is a 422. Amounts are those of the ledger, by the day on which they were booked: what is given back later lowers the day on which it is. Messages count by the day on which they were accepted.",
    query: UsageQuery,
    refuses: ['invalid_content'],
    responses: { 200: Usage },
    example: { response: examples.usage },
    handle: async (tx, actor, { query }) => ok(await usage.report(tx, actor, query)),
  }),
]
