// The routes of confirmation links.

import { preferred } from '#edge/accept.ts'
import { preferredLanguage } from '#edge/language.ts'
import { open, type PublicInput, type Reply, type Route } from '#edge/route.ts'
import type { App } from '#kit/app.ts'
import { absent } from '#kit/refusals.ts'
import { Type } from '#kit/wire.ts'
import { askPage, badLinkPage, donePage } from './confirm-page.ts'
import { confirm, linkedBy } from './confirmations.ts'

type Visit = Pick<PublicInput<unknown, unknown>, 'headers' | 'accept' | 'parameters' | 'site'>

export function confirmRoutes({ database, clock, wake }: App): Route[] {
  const common = {
    path: '/f/confirm/:token',
    isOnSites: true,
    tag: 'Forms',
    produces: 'text/html',
    responses: { 200: null },
  } as const
  const languageOf = ({ headers }: Visit) => preferredLanguage(headers['accept-language'])

  /** A 404 as a page for people, and as a problem for programs. */
  function badLink(visit: Visit): Reply {
    if (preferred(visit.accept, ['application/problem+json', 'text/html']) !== 'text/html') throw absent('submission')
    return badLinkPage(languageOf(visit), visit.site?.host)
  }

  /** An organization's domain serves only its own links. */
  async function linked({ parameters, site }: Visit, at: Date) {
    const found = await linkedBy(database.reads, parameters.token ?? '', at)
    return site === undefined || found?.organizationId === site.organizationId ? found : undefined
  }

  return [
    open({
      ...common,
      method: 'GET',
      summary: 'Ask before confirming an email address',
      description: 'Changes nothing: mail scanners open every link.',
      async handle(visit) {
        const link = await linked(visit, clock())
        if (!link) return badLink(visit)
        const show = link.confirmation === 'waiting' ? askPage : donePage
        return show(languageOf(visit), link)
      },
    }),
    open({
      ...common,
      method: 'POST',
      summary: 'Confirm an email address',
      description:
        'Confirms the address that was entered in a form, once. Requires no access token and sets no cookie.',
      takes: ['form', 'multipart'],
      body: Type.Object({}),
      async handle(visit) {
        const at = clock()
        const link = await linked(visit, at)
        if (!link) return badLink(visit)
        if (link.confirmation === 'waiting') {
          await database.transaction((tx) => confirm(tx, link, at), link.organizationId)
          wake('form_submissions')
        }
        return donePage(languageOf(visit), link)
      },
    }),
  ]
}
