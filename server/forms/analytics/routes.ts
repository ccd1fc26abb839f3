// The route of analytics.

import { preferred } from '#edge/accept.ts'
import { ok, type Route, read } from '#edge/route.ts'
import type { Uuid } from '#kit/ids.ts'
import { analyticsOf, csvOf } from './actions.ts'
import * as examples from './examples.ts'
import { AnalyticsQuery, FormAnalytics } from './schema.ts'

const CSV = 'text/csv'

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
      'Views, starts and submissions by day in India, and where submissions came from. Counted without personal data; bots are left out. The last 30 days unless `from` is given, at most 366. With premium, `details` has drop-off, time to finish, campaigns, devices and the comparison of versions, which are counted on every plan. With `Accept: text/csv`, returns all counts of the period as one file.',
    query: AnalyticsQuery,
    responses: { 200: FormAnalytics },
    alsoProduces: CSV,
    refuses: ['premium_required'],
    example: { response: examples.analytics },
    async handle(tx, actor, { ids, query, accept }) {
      const id = ids.id as Uuid
      if (preferred(accept, ['application/json', CSV]) !== CSV) return ok(await analyticsOf(tx, actor, id, query))
      const content = await csvOf(tx, actor, id, query)
      return { status: 200, raw: { contentType: `${CSV}; charset=utf-8`, content, filename: 'form-analytics.csv' } }
    },
  }),
]
