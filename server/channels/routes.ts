// The routes of channel accounts, and of the unsubscribe link in every mail.

import * as contacts from '#contacts/actions.ts'
import { direct, gone, ok, open, type Route, read, write } from '#edge/route.ts'
import type { App } from '#kit/app.ts'
import { createReach } from '#kit/networks.ts'
import { absent } from '#kit/refusals.ts'
import { Type } from '#kit/wire.ts'
import * as accounts from './actions.ts'
import { testConnection } from './providers/smtp.ts'
import { emailCarrier } from './rules.ts'
import { ConnectionTest, EmailAccount, NewEmailAccount, showEmailAccount } from './schema.ts'
import { createUnsubscribeTokens, type Subscription } from './unsubscribe.ts'
import { askPage, donePage } from './unsubscribe-page.ts'

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
        const row = await accounts.emailAccount(tx, actor.organizationId)
        return ok(showEmailAccount(row, emailCarrier(settings, row !== null)))
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
        return ok(showEmailAccount(row, emailCarrier(settings, true)))
      },
    }),
    write({
      method: 'DELETE',
      path: '/v1/channels/email',
      permission: 'channels.manage',
      tag,
      summary: 'Remove the email account',
      description: "The installation's mail server, or the sandbox, takes over.",
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
  const subscriptionOf = (token: string | undefined): Subscription => {
    const subscription = tokens.read(token ?? '')
    if (!subscription) throw absent('subscription')
    return subscription
  }
  const common = { path: '/unsubscribe/:token', tag, produces: 'text/html', responses: { 200: null } }
  return [
    open({
      ...common,
      method: 'GET',
      summary: 'Ask before unsubscribing',
      description: 'Changes nothing: mail scanners open every link.',
      async handle({ parameters }) {
        subscriptionOf(parameters.token)
        return askPage()
      },
    }),
    open({
      ...common,
      method: 'POST',
      summary: 'Unsubscribe',
      description: 'RFC 8058: without cookies and sign-in, from the page or by the mail program itself.',
      takes: ['form', 'multipart'],
      body: Type.Object({ 'List-Unsubscribe': Type.Optional(Type.String()) }),
      async handle({ parameters }) {
        const { organizationId, contactId, channel } = subscriptionOf(parameters.token)
        const scope = { organizationId, at: app.clock() }
        await app.database.transaction((tx) => contacts.unsubscribe(tx, scope, contactId, channel))
        return donePage()
      },
    }),
  ]
}
