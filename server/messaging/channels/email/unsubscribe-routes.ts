// The routes of the unsubscribe link in every mail.

import { preferred } from '#edge/accept.ts'
import { type PageLanguage, preferredLanguage } from '#edge/language.ts'
import { open, type PublicInput, type Reply, type Route } from '#edge/route.ts'
import type { App } from '#kit/app.ts'
import type { Resource } from '#kit/messages/resources.ts'
import { absent } from '#kit/refusals.ts'
import { Type } from '#kit/wire.ts'
import * as contacts from '#messaging/contacts/actions.ts'
import { senderName } from './actions.ts'
import { createUnsubscribeTokens, type Subscription } from './unsubscribe.ts'
import { absentPage, askPage, badLinkPage, donePage } from './unsubscribe-page.ts'

export function unsubscribeRoutes(app: App): Route[] {
  const tokens = createUnsubscribeTokens(app.sealer)
  const common = { path: '/unsubscribe/:token', tag: 'Channels', produces: 'text/html', responses: { 200: null } }

  /** A 404 as a page for people, and as a problem for programs. */
  function orAbsent({ headers, accept }: Visit, noun: Resource, show: (language: PageLanguage) => Reply): Reply {
    if (preferred(accept, ['application/problem+json', 'text/html']) !== 'text/html') throw absent(noun)
    return show(preferredLanguage(headers['accept-language']))
  }

  /** The page of a valid link, which names the sender; any other link gets an error page. */
  async function answer(
    visit: Visit,
    show: (subscription: Subscription, language: PageLanguage, sender: string) => Promise<Reply>,
  ): Promise<Reply> {
    const subscription = tokens.read(visit.parameters.token ?? '')
    const sender = subscription && (await senderName(app.database.reads, subscription.organizationId))
    if (!subscription || sender === null) return orAbsent(visit, 'subscription', badLinkPage)
    return show(subscription, preferredLanguage(visit.headers['accept-language']), sender)
  }

  return [
    open({
      ...common,
      method: 'GET',
      summary: 'Ask before unsubscribing',
      description: 'Changes nothing: mail scanners open every link.',
      handle: (visit) => answer(visit, async (_, language, sender) => askPage(language, sender)),
    }),
    open({
      ...common,
      method: 'POST',
      summary: 'Unsubscribe',
      description: 'RFC 8058: without cookies and sign-in, from the page or by the mail program itself.',
      takes: ['form', 'multipart'],
      body: Type.Object({ 'List-Unsubscribe': Type.Optional(Type.String()) }),
      handle: (visit) =>
        answer(visit, async ({ organizationId, contactId, channel }, language, sender) => {
          const scope = { organizationId, at: app.clock() }
          const isKnown = await app.database.transaction(
            (tx) => contacts.unsubscribe(tx, scope, contactId, channel),
            scope.organizationId,
          )
          return isKnown
            ? donePage(language, sender)
            : orAbsent(visit, 'contact', (language) => absentPage(language, sender))
        }),
    }),
  ]
}

type Visit = Pick<PublicInput<unknown, unknown>, 'headers' | 'accept' | 'parameters'>
