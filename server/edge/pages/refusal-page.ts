// Refusals as pages for people, when a browser requests an unknown path or a refused page.

import type { FastifyRequest } from 'fastify'
import { fieldErrorText } from '#kit/messages/field-errors.ts'
import { reasonText } from '#kit/messages/reasons.ts'
import { titles } from '#kit/messages/titles.ts'
import type { Refusal } from '#kit/refusals.ts'
import { preferred } from '../accept.ts'
import type { PageLanguage, Worded } from '../language.ts'
import { NoSuchPath, type Place } from '../nowhere.ts'
import { htmlOf } from '../page.ts'
import { escape, page } from './layout.ts'

/**
 * Only for addresses that are not API operations: programs read problems, whatever their Accept header says. An
 * undecodable address reaches no route; under the API's prefixes it may have been an operation's.
 */
export function wantsPage({ headers, routeOptions, url }: FastifyRequest, refusal: Refusal): boolean {
  const { declared } = routeOptions?.config ?? {}
  if (declared?.operationId !== undefined) return false
  if (refusal.code === 'malformed_request' && /^\/(v1|external|api)\//.test(url)) return false
  const offers = ['application/problem+json', 'application/json', 'text/html'] as const
  return headers.accept !== undefined && preferred(headers.accept, offers) === 'text/html'
}

interface Words {
  nowhere: string
  /** `path` is HTML. */
  nothingAt: (path: string) => string
  nearest: (place: string) => string
  perhaps: string
  places: Readonly<Record<'/console/' | '/docs' | '/docs/errors', string>>
  first: string
  status: string
  request: string
}

const words: Worded<Words> = {
  en: {
    nowhere: 'Page not found',
    nothingAt: (path) => `There is nothing at ${path}.`,
    nearest: (place) => `Did you mean ${place}?`,
    perhaps: 'Try one of these pages:',
    places: {
      '/console/': 'Console: inbox, billing and settings',
      '/docs': 'API reference',
      '/docs/errors': 'Error reference',
    },
    first: 'Open the console',
    status: 'Status',
    request: 'Request',
  },
  hi: {
    nowhere: 'पेज नहीं मिला',
    nothingAt: (path) => `${path} पर कुछ नहीं है।`,
    nearest: (place) => `क्या आप ${place} खोज रहे थे?`,
    perhaps: 'इनमें से कोई पेज खोलें:',
    places: {
      '/console/': 'कंसोल: इनबॉक्स, बिलिंग और सेटिंग',
      '/docs': 'API रेफ़रेंस',
      '/docs/errors': 'एरर की सूची',
    },
    first: 'कंसोल खोलें',
    status: 'स्थिति',
    request: 'अनुरोध',
  },
}

export function refusalPage(refusal: Refusal, requestId: string, language: PageLanguage): string {
  const say = words[language]
  const { code, status } = refusal
  const [title, body] =
    refusal instanceof NoSuchPath
      ? [say.nowhere, nowhere(say, refusal)]
      : [titles[language][code], `${detail(language, refusal)}<p><a href="/">${say.first}</a></p>`]
  return page(
    title,
    `<h1>${escape(title)}</h1>
${body}
<p class="soft">${say.status} ${status} · <a href="/docs/errors/${code}"><code>${code}</code></a> · ${say.request} <code>${escape(requestId)}</code></p>`,
    language,
  )
}

/** Under an organization's host name: no links into this installation. */
export function sitePage(refusal: Refusal, host: string, language: PageLanguage): string {
  const title = refusal.code === 'not_found' ? words[language].nowhere : titles[language][refusal.code]
  return htmlOf({ title, site: host, body: `<h1>${escape(title)}</h1>\n${detail(language, refusal)}`, language })
}

function detail(language: PageLanguage, { reason, params, errors }: Refusal): string {
  const shown =
    reason === null
      ? errors.flatMap(({ code, params: filled }) => fieldErrorText(language, code, filled) ?? [])
      : [reasonText(language, reason, params)]
  return shown.map((text) => `<p>${escape(text ?? '')}</p>\n`).join('')
}

function nowhere(say: Words, { path, nearest }: NoSuchPath): string {
  const places = Object.entries(say.places).map(
    ([place, name]) => `<li><a href="${place}">${place}</a><span>${name}</span></li>`,
  )
  const near = nearest === null ? '' : `\n<p>${say.nearest(placeShown(nearest))}</p>`
  return `<p>${say.nothingAt(`<code>${escape(path)}</code>`)}</p>${near}
<p>${say.perhaps}</p>
<ul class="rows two">
${places.join('\n')}
</ul>`
}

/** Our own pages become links; operations are listed as API operations. */
function placeShown({ method, path }: Place): string {
  const isPage = method === 'GET' && !/^\/(v1|external|api)\/|\{/.test(path)
  return isPage ? `<a href="${path}"><code>${path}</code></a>` : `<code>${method} ${path}</code>`
}
