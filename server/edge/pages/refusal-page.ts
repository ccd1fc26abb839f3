// A refusal as a page, for people: where a browser comes to what is not there, or to a page that refuses it.

import type { FastifyRequest } from 'fastify'
import { type Refusal, refusals } from '#kit/refusals.ts'
import { preferred } from '../accept.ts'
import { escape, page } from './layout.ts'

/**
 * Only of addresses that are no operation of the API: programs read problems, whatever their Accept says of web pages.
 * An address that cannot be decoded reaches no route; under the API's own prefixes it may have been an operation's.
 */
export function wantsPage({ headers, routeOptions, url }: FastifyRequest, refusal: Refusal): boolean {
  const { declared } = routeOptions?.config ?? {}
  if (declared !== undefined && declared.produces !== 'text/html') return false
  if (refusal.code === 'malformed_request' && /^\/(v1|external|api)\//.test(url)) return false
  const offers = ['application/problem+json', 'application/json', 'text/html'] as const
  return headers.accept !== undefined && preferred(headers.accept, offers) === 'text/html'
}

export function refusalPage({ code, status, message }: Refusal, requestId: string): string {
  const { title } = refusals[code]
  return page(
    title,
    `<h1>${escape(title)}</h1>
<p>${escape(message)}</p>
<p><a href="/">To the first page</a></p>
<p class="soft">Status ${status}, <a href="/docs/errors/${code}"><code>${code}</code></a>; request <code>${escape(requestId)}</code></p>`,
  )
}
