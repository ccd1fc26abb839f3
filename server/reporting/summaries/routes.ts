// Monthly summaries: spec 13.3.

import { preferred } from '#edge/accept.ts'
import { ok, type Route, read } from '#edge/route.ts'
import { Out } from '#kit/wire.ts'
import * as summaries from './actions.ts'
import * as examples from './examples.ts'
import { Summary, SummaryQuery } from './schema.ts'

const tag = 'Billing'

export const summaryRoutes = (): Route[] => [
  read({
    operationId: 'listMonthlySummaries',
    method: 'GET',
    path: '/api/v1/billing/summaries',
    permission: 'usage.view',
    tag,
    summary: 'List monthly summaries',
    description: 'Newest first. One summary for each past calendar month in India with usage or transactions.',
    query: SummaryQuery,
    responses: { 200: Out.list(Summary) },
    handle: async (tx, actor, { query }) => ok(await summaries.list(tx, actor, query)),
  }),
  read({
    operationId: 'retrieveMonthlySummary',
    method: 'GET',
    path: '/api/v1/billing/summaries/:month',
    permission: 'usage.view',
    tag,
    summary: 'Retrieve a monthly summary',
    description:
      'Returns the summary of the month `YYYY-MM`: spending by channel, message type and day, the change from the previous month, and ways to spend less. It is created once, a few minutes after the month ends in India, and never changes. With `Accept: application/pdf`, returns a one-page PDF.',
    refuses: ['not_found'],
    responses: { 200: Summary },
    example: { response: examples.summary },
    alsoProduces: 'application/pdf',
    async handle(tx, actor, { parameters, accept }) {
      const summary = await summaries.find(tx, actor, parameters.month as string)
      if (preferred(accept, ['application/json', 'application/pdf']) === 'application/json') return ok(summary)
      // Loaded with the first one, as for invoices.
      const { renderSummary } = await import('./pdf/render.ts')
      const content = await renderSummary(summary)
      return { status: 200, raw: { contentType: 'application/pdf', content, filename: `summary-${summary.month}.pdf` } }
    },
  }),
]
