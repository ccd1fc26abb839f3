// The pages of an installation: about, the API reference, and one page for each error.

import type { FastifyInstance } from 'fastify'
import type { App } from '#kit/app.ts'
import { titles } from '#kit/messages/titles.ts'
import { type RefusalCode, refusal, statuses } from '#kit/refusals.ts'
import { serveConsole } from './console.ts'
import { exampleProblem, explanations } from './explanations.ts'
import { escape, PLAIN_PAGE_HEADERS, page, prose } from './layout.ts'
import { serveReference } from './reference.ts'

const codes = Object.keys(statuses) as RefusalCode[]

export function servePages(server: FastifyInstance, app: App): void {
  const serve = (url: string, make: (parameters: Record<string, string>) => string) =>
    server.get(url, { exposeHeadRoute: true }, async (request, reply) => {
      const content = make(request.params as Record<string, string>)
      return reply.headers(PLAIN_PAGE_HEADERS).type('text/html; charset=utf-8').send(content)
    })

  serve('/about', aboutPage)
  serve('/docs/errors', errorsPage)
  serve('/docs/errors/:code', ({ code = '' }) => errorPage(code, app))
  serveReference(server)
  serveConsole(server, app)
}

function aboutPage(): string {
  return page(
    'About',
    `<h1>Samvad</h1>
<p>Samvad exchanges messages with contacts and groups by email, app (WhatsApp) and SMS, paid from a prepaid wallet in
rupees. Everything on this installation is available through its API.</p>
<ul class="rows two">
<li><a href="/console/">/console/</a><span>Console: inbox, billing and settings</span></li>
<li><a href="/docs">/docs</a><span>API reference, with a client to try each operation</span></li>
<li><a href="/docs/errors">/docs/errors</a><span>Error reference: the meaning of each error and how to fix it</span></li>
<li><a href="/v1/openapi.json">/v1/openapi.json</a><span>OpenAPI 3.1 contract for programs and generators</span></li>
<li><a href="/sandbox">/sandbox</a><span>Messages that the sandbox received, if the sandbox is on</span></li>
<li><a href="/healthz">/healthz</a><span>Health check of this process</span></li>
</ul>
<p class="soft">Every API request needs an access token. The first start of this installation wrote the first token to
<code>first-access.json</code> in the data directory.</p>`,
  )
}

function errorsPage(): string {
  const rows = codes.map(
    (code) =>
      `<li><span class="soft">${statuses[code]}</span><a href="/docs/errors/${code}"><code>${code}</code></a><span>${escape(titles.en[code])}</span></li>`,
  )
  return page(
    'Errors',
    `<h1>Errors</h1>
<p>Every error is returned as a problem (RFC 9457, <code>application/problem+json</code>) with one of these values of
<code>code</code>. A code never changes its meaning; new codes may be added. <code>detail</code> explains what was wrong with
the request, and <code>errors</code> lists the invalid fields.</p>
<ul class="rows" aria-label="Status, code and title of each error">
${rows.join('\n')}
</ul>`,
  )
}

function errorPage(name: string, app: App): string {
  if (!Object.hasOwn(statuses, name)) throw refusal('not_found', 'error_code_not_found')
  const code = name as RefusalCode
  const status = statuses[code]
  const title = titles.en[code]
  const { meaning, remedy } = explanations[code]
  const example = exampleProblem(code, `${app.settings.publicUrl}/docs`)
  return page(
    title,
    `<h1>${escape(title)}</h1>
<p class="soft">Code <code>${code}</code>, status ${status}</p>
<h2>When it happens</h2>
<p>${prose(meaning)}</p>
<h2>What to do</h2>
<p>${prose(remedy)}</p>
<h2>Example</h2>
<pre>${escape(JSON.stringify(example, null, 2))}</pre>`,
  )
}
