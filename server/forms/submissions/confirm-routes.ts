// The routes of confirmation links.

import { preferred } from '#edge/accept.ts'
import { preferredLanguage } from '#edge/language.ts'
import { open, type PublicInput, type Reply, type Route } from '#edge/route.ts'
import type { App } from '#kit/app.ts'
import { absent } from '#kit/refusals.ts'
import { Type } from '#kit/wire.ts'
import { askPage, badLinkPage, donePage } from './confirm-page.ts'
import { confirm, linkedBy } from './confirmations.ts'

type Visit = Pick<PublicInput<unknown, unknown>, 'headers' | 'accept' | 'parameters'>

export function confirmRoutes({ database, clock }: App): Route[] {
  const common = { path: '/f/confirm/:token', tag: 'Forms', produces: 'text/html', responses: { 200: null } }
  const languageOf = ({ headers }: Visit) => preferredLanguage(headers['accept-language'])

  /** A 404 as a page for people, and as a problem for programs. */
  function badLink(visit: Visit): Reply {
    if (preferred(visit.accept, ['application/problem+json', 'text/html']) !== 'text/html') throw absent('submission')
    return badLinkPage(languageOf(visit))
  }

  return [
    open({
      ...common,
      method: 'GET',
      summary: 'Ask before confirming an email address',
      description: 'Changes nothing: mail scanners open every link.',
      async handle(visit) {
        const linked = await linkedBy(database.reads, visit.parameters.token ?? '', clock())
        if (!linked) return badLink(visit)
        const show = linked.confirmation === 'waiting' ? askPage : donePage
        return show(languageOf(visit), linked)
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
        const linked = await linkedBy(database.reads, visit.parameters.token ?? '', at)
        if (!linked) return badLink(visit)
        if (linked.confirmation === 'waiting')
          await database.transaction((tx) => confirm(tx, linked, at), linked.organizationId)
        return donePage(languageOf(visit), linked)
      },
    }),
  ]
}
