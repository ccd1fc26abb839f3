// Operators' routes for the installation's shared accounts, with the same schemas as organizations' accounts.

import { direct, noContent, ok, type Route } from '#edge/route.ts'
import type { App, Scope } from '#kit/app.ts'
import { createReach } from '#kit/networks.ts'
import { absent } from '#kit/refusals.ts'
import type { ChannelName } from '../channel.ts'
import { accountKinds } from '../channels.ts'
import * as accounts from './actions.ts'
import { type Callable, createCallbacks } from './callback.ts'
import { ConnectionTest, showTest } from './connection-test.ts'
import type { AccountKind } from './kind.ts'
import { openSecret } from './secrets.ts'
import { FOR_ALL } from './shared.ts'

/** The channels on which the installation can have a shared account. */
export const shareableKinds = (): [ChannelName, AccountKind][] =>
  accountKinds().filter(([, { isShareable }]) => isShareable)

export const sharedAccountRoutes = (app: App): Route[] =>
  shareableKinds().flatMap(([channel, kind]) => of(app, channel, kind))

/** The installation's shared account, as operators see it. */
export function createSharedAccounts({ settings, sealer, database, clock }: App) {
  const callbacks = createCallbacks(sealer, () => settings.publicUrl)
  const mayReach = createReach(settings.allowedNetworks)
  const scope = (): Scope => ({ organizationId: FOR_ALL, at: clock() })

  async function found(channel: ChannelName) {
    const { account } = await accounts.state(database.reads, FOR_ALL, channel)
    return account
  }

  return {
    async show(channel: ChannelName, kind: AccountKind): Promise<unknown> {
      const account = await found(channel)
      const key = (account?.settings as Partial<Callable> | undefined)?.callback_key
      const callback = key === undefined ? null : callbacks.of({ organizationId: FOR_ALL, channel, key })
      // Of the shared account alone: whether it would carry the messages of organizations without their own.
      const carrier = settings.sandbox === 'on' ? 'sandbox' : account ? 'installation' : 'none'
      return kind.show(account, carrier, kind.isCalledBack ? callback : null)
    },
    async set(channel: ChannelName, doer: Parameters<typeof accounts.set>[2], given: object): Promise<void> {
      await database.transaction((tx) => accounts.set(tx, scope(), doer, channel, given, { sealer, mayReach }))
    },
    async remove(channel: ChannelName, doer: Parameters<typeof accounts.remove>[2]): Promise<void> {
      await database.transaction((tx) => accounts.remove(tx, scope(), doer, channel))
    },
    async test(channel: ChannelName, kind: AccountKind) {
      const account = await found(channel)
      if (account === null) throw absent(kind.noun)
      return showTest(await kind.test(account.settings, openSecret(sealer, FOR_ALL, channel, account), settings))
    },
  }
}

function of(app: App, channel: ChannelName, kind: AccountKind): Route[] {
  const shared = createSharedAccounts(app)
  const common = {
    path: `/v1/shared_channels/${channel}`,
    permission: 'installation.operate',
    tag: 'Shared channels',
  } as const
  const { noun } = kind
  const nameOf = (verb: 'retrieve' | 'set' | 'remove' | 'test') =>
    kind.says[verb].operationId.replace(verb, `${verb}Shared`)
  return [
    direct({
      ...common,
      operationId: nameOf('retrieve'),
      method: 'GET',
      summary: `Retrieve the shared ${noun}`,
      description: `The ${noun} that sends the messages of all organizations without their own. Secrets are never returned.`,
      responses: { 200: kind.shown },
      handle: async () => ok(await shared.show(channel, kind)),
    }),
    direct({
      ...common,
      operationId: nameOf('set'),
      method: 'PUT',
      freshAuthentication: true,
      summary: `Set the shared ${noun}`,
      description: `Sends the messages of all organizations without their own ${noun} from now on, and turns the channel's sandbox off for good. Replaces all settings of the account.`,
      body: kind.given,
      ...(kind.example ? { example: { request: kind.example as Record<string, unknown> } } : {}),
      responses: { 200: kind.shown },
      async handle(_, actor, { body }) {
        await shared.set(channel, actor, body as object)
        return ok(await shared.show(channel, kind))
      },
    }),
    direct({
      ...common,
      operationId: nameOf('remove'),
      method: 'DELETE',
      freshAuthentication: true,
      summary: `Remove the shared ${noun}`,
      description:
        'From now on, messages of organizations without their own account are refused (`channel_unavailable`). Messages that are already waiting are not sent through another account. The sandbox does not come back.',
      responses: { 204: null },
      refuses: ['not_found'],
      async handle(_, actor) {
        await shared.remove(channel, actor)
        return noContent()
      },
    }),
    direct({
      ...common,
      operationId: nameOf('test'),
      path: `${common.path}/test`,
      method: 'POST',
      summary: `Test the shared ${noun}`,
      description: kind.says.test.description,
      responses: { 200: ConnectionTest },
      refuses: ['not_found'],
      handle: async () => ok(await shared.test(channel, kind)),
    }),
  ]
}
