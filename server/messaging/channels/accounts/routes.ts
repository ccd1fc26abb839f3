// The routes of channel accounts, the same ones for each channel that has any.

import { direct, noContent, ok, type Route, read, write } from '#edge/route.ts'
import type { App } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'
import { createReach } from '#kit/networks.ts'
import { absent } from '#kit/refusals.ts'
import { Type } from '#kit/wire.ts'
import type { ChannelName } from '../channel.ts'
import * as accounts from './actions.ts'
import { type Callable, createCallbacks } from './callback.ts'
import type { Account, AccountKind } from './kind.ts'
import { accountKinds } from './kinds.ts'
import { openSecret } from './secrets.ts'

export const ConnectionTest = Type.Object({
  succeeded: Type.Boolean(),
  detail: Type.String({ description: 'What the provider said, or why it was not reached.' }),
})

export const channelAccountRoutes = (app: App): Route[] =>
  Object.entries(accountKinds).flatMap(([channel, kind]) => routesOf(app, channel as ChannelName, kind))

function routesOf(app: App, channel: ChannelName, kind: AccountKind): Route[] {
  const { settings, sealer, database } = app
  const mayReach = createReach(settings.allowedNetworks)
  const common = { path: `/v1/channels/${channel}`, tag: 'Channels' }
  const callbacks = createCallbacks(sealer, () => settings.publicUrl)
  const callbackOf = (organizationId: Uuid, account: Account | null) =>
    account !== null && kind.isCalledBack
      ? callbacks.of({ organizationId, channel, key: (account.settings as Callable).callback_key })
      : null
  return [
    read({
      ...common,
      ...kind.says.retrieve,
      method: 'GET',
      permission: 'channels.view',
      responses: { 200: kind.shown },
      async handle(tx, actor) {
        const { account, history } = await accounts.state(tx, actor.organizationId, channel)
        const carrier = kind.carrierOf(settings, history)
        return ok(kind.show(account, carrier, callbackOf(actor.organizationId, account)))
      },
    }),
    write({
      ...common,
      ...kind.says.set,
      method: 'PUT',
      permission: 'channels.manage',
      body: kind.given,
      responses: { 200: kind.shown },
      async handle(tx, actor, { body }) {
        const account = await accounts.set(tx, actor, channel, body as object, { sealer, mayReach })
        const carrier = kind.carrierOf(settings, { hasOwnAccount: true, wasReal: true })
        return ok(kind.show(account, carrier, callbackOf(actor.organizationId, account)))
      },
    }),
    write({
      ...common,
      ...kind.says.remove,
      method: 'DELETE',
      permission: 'channels.manage',
      responses: { 204: null },
      refuses: ['not_found'],
      async handle(tx, actor) {
        await accounts.remove(tx, actor, channel)
        return noContent()
      },
    }),
    direct({
      ...common,
      ...kind.says.test,
      path: `${common.path}/test`,
      method: 'POST',
      permission: 'channels.manage',
      responses: { 200: ConnectionTest },
      refuses: ['not_found'],
      async handle(_, { organizationId }) {
        const { account } = await accounts.state(database.reads, organizationId, channel)
        if (account === null) throw absent(kind.noun)
        const secret = openSecret(sealer, organizationId, channel, account)
        return ok(await kind.test(account.settings, secret, settings))
      },
    }),
  ]
}
