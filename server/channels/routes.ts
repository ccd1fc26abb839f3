// The routes of channel accounts, and of the unsubscribe link in every mail.

import * as contacts from '#contacts/actions.ts'
import { preferred } from '#edge/accept.ts'
import { direct, gone, ok, open, type PublicInput, type Reply, type Route, read, write } from '#edge/route.ts'
import type { App } from '#kit/app.ts'
import { createReach } from '#kit/networks.ts'
import { absent } from '#kit/refusals.ts'
import { Type } from '#kit/wire.ts'
import * as accounts from './actions.ts'
import { testConnection } from './providers/smtp.ts'
import { emailCarrier, type PageLanguage, preferredLanguage } from './rules.ts'
import { ConnectionTest, EmailAccount, NewEmailAccount, showEmailAccount } from './schema.ts'
import { createUnsubscribeTokens, type Subscription } from './unsubscribe.ts'
import { absentPage, askPage, badLinkPage, donePage } from './unsubscribe-page.ts'

const tag = 'Channels'

export const channelRoutes = (app: App): Route[] => {
  const { settings, sealer } = app
  const mayReach = createReach(settings.allowedNetworks)
  return [
    read({
      method: 'GET',
      path: '/v1/channels/email',
      permission: 'channels.view',
      tag,
      summary: 'Retrieve the email account',
      description: "The organization's own mail server, and who carries its mail now. The password is never shown.",
      responses: { 200: EmailAccount },
      async handle(tx, actor) {
        const { account, history } = await accounts.emailState(tx, actor.organizationId)
        return ok(showEmailAccount(account, emailCarrier(settings, history)))
      },
    }),
    write({
      method: 'PUT',
      path: '/v1/channels/email',
      permission: 'channels.manage',
      tag,
      summary: 'Set the email account',
      description:
        "The organization's mail leaves through this server from now on. The account is replaced as a whole.",
      body: NewEmailAccount,
      responses: { 200: EmailAccount },
      async handle(tx, actor, { body }) {
        const row = await accounts.setEmailAccount(tx, actor, body, { sealer, mayReach })
        return ok(showEmailAccount(row, emailCarrier(settings, { hasOwnAccount: true, wasReal: true })))
      },
    }),
    write({
      method: 'DELETE',
      path: '/v1/channels/email',
      permission: 'channels.manage',
      tag,
      summary: 'Remove the email account',
      description:
        "The installation's mail server takes over. Where there is none, mail is refused (`channel_unavailable`), and what waits is tried again for a day: the sandbox does not come back.",
      responses: { 204: null },
      async handle(tx, actor) {
        await accounts.removeEmailAccount(tx, actor)
        return gone()
      },
    }),
    direct({
      method: 'POST',
      path: '/v1/channels/email/test',
      permission: 'channels.manage',
      tag,
      summary: 'Test the email account',
      description: 'Connects to its mail server and signs in; sends nothing.',
      responses: { 200: ConnectionTest },
      async handle(_, actor) {
        const row = await accounts.emailAccount(app.database.reads, actor.organizationId)
        if (row === null) throw absent('email account')
        const password = accounts.openPassword(sealer, actor.organizationId, row)
        return ok(await testConnection({ ...row.settings, password }, app))
      },
    }),
    ...unsubscribeRoutes(app),
  ]
}

function unsubscribeRoutes(app: App): Route[] {
  const tokens = createUnsubscribeTokens(app.sealer)
  const common = { path: '/unsubscribe/:token', tag, produces: 'text/html', responses: { 200: null } }

  /** A 404 as a page for who reads it, and as a problem for programs. */
  function orAbsent({ headers, accept }: Visit, noun: string, show: (language: PageLanguage) => Reply): Reply {
    if (preferred(accept, ['application/problem+json', 'text/html']) !== 'text/html') throw absent(noun)
    return show(preferredLanguage(headers['accept-language']))
  }

  /** The page of a good link, which names the sender; of any other one that says so. */
  async function answer(
    visit: Visit,
    show: (subscription: Subscription, language: PageLanguage, sender: string) => Promise<Reply>,
  ): Promise<Reply> {
    const subscription = tokens.read(visit.parameters.token ?? '')
    const sender = subscription && (await accounts.senderName(app.database.reads, subscription.organizationId))
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
          const isKnown = await app.database.transaction((tx) => contacts.unsubscribe(tx, scope, contactId, channel))
          return isKnown
            ? donePage(language, sender)
            : orAbsent(visit, 'contact', (language) => absentPage(language, sender))
        }),
    }),
  ]
}

type Visit = Pick<PublicInput<unknown, unknown>, 'headers' | 'accept' | 'parameters'>
