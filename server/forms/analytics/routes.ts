// The route of analytics.

import { ok, type Route, read } from '#edge/route.ts'
import { analyticsOf } from './actions.ts'
import * as examples from './examples.ts'
import { AnalyticsQuery, FormAnalytics } from './schema.ts'

export const analyticsRoutes = (): Route[] => [
  read({
    operationId: 'retrieveFormAnalytics',
    method: 'GET',
    path: '/v1/forms/:id/analytics',
    ids: { id: { prefix: 'form', noun: 'form' } },
    permission: 'forms.view',
    tag: 'Forms',
    summary: 'Retrieve the analytics of a form',
    description:
      'Views, starts and submissions by day in India, and where submissions came from. Counted without personal data; bots are left out. The last 30 days unless `from` is given, at most 366.',
    query: AnalyticsQuery,
    responses: { 200: FormAnalytics },
    example: { response: examples.analytics },
    handle: async (tx, actor, { ids, query }) => ok(await analyticsOf(tx, actor, ids.id as string, query)),
  }),
]
