// The routes of channel accounts, the same for every channel that has them.

import { direct, noContent, ok, type Route, read, write } from '#edge/route.ts'
import type { Actor, App } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import { createReach } from '#kit/networks.ts'
import { absent } from '#kit/refusals.ts'
import { Out, oneOf, seconds, Type } from '#kit/wire.ts'
import { type ChannelName, channelNames } from '../channel.ts'
import { accountKinds } from '../channels.ts'
import * as accounts from './actions.ts'
import { type Callable, createCallbacks } from './callback.ts'
import { ConnectionTest, showTest } from './connection-test.ts'
import { ChannelHealth, healthOf, type ReadQueues } from './health.ts'
import { type Account, type AccountKind, type AccountState, type Carrier, carriers } from './kind.ts'
import { openSecret } from './secrets.ts'

/** What all channels have in common; each channel's account has its own address. */
export const ChannelState = Type.Object(
  {
    channel: oneOf(channelNames, 'Channel'),
    carrier: Type.Unsafe<Carrier>({
      ...oneOf(carriers, 'ChannelCarrier'),
      description:
        "Which account sends the organization's messages on this channel: `organization` (its own), `installation` (the shared account), `sandbox`, or `none`.",
    }),
    has_account: Type.Boolean({ description: 'Whether the organization has its own account on this channel.' }),
    updated_at: Out.nullable(Out.time()),
    health: ChannelHealth,
  },
  { $id: 'ChannelState' },
)

/** Runs after an organization set an account, in the same transaction. */
export type AccountChanged = (
  tx: Tx,
  actor: Actor,
  channel: ChannelName,
  before: AccountState,
  after: AccountState,
) => Promise<void>

/** `readQueues`: provided by dispatch, which owns the queues. */
export const channelAccountRoutes = (app: App, readQueues: ReadQueues, changed: AccountChanged): Route[] => [
  listRoute(app, readQueues),
  ...accountKinds().flatMap(([channel, kind]) => routesOf(app, channel, kind, changed)),
]

function listRoute({ settings }: App, readQueues: ReadQueues): Route {
  const kinds = accountKinds()
  return read({
    operationId: 'listChannels',
    method: 'GET',
    path: '/v1/channels',
    permission: 'channels.view',
    tag: 'Channels',
    summary: 'List channels',
    description:
      "Returns every channel with the account that sends the organization's messages and its current health.",
    responses: { 200: Out.list(ChannelState) },
    async handle(tx, { organizationId, at }) {
      const queues = await readQueues(tx, organizationId, at)
      const states = await Promise.all(kinds.map(([channel]) => accounts.state(tx, organizationId, channel)))
      const data = kinds.map(([channel, kind], index) => {
        const { account, history } = states[index] as AccountState
        const carrier = kind.carrierOf(settings, history)
        const health = healthOf(queues.get(channel) ?? { dueSince: null, error: null }, at)
        const updated_at = seconds(account?.updated_at ?? null)
        return { channel, carrier, has_account: account !== null, updated_at, health }
      })
      return ok({ has_more: false, data })
    },
  })
}

function routesOf(app: App, channel: ChannelName, kind: AccountKind, changed: AccountChanged): Route[] {
  const { settings, sealer, database } = app
  const mayReach = createReach(settings.allowedNetworks)
  const common = { path: `/v1/channels/${channel}`, tag: 'Channels' }
  const callbacks = createCallbacks(sealer, () => settings.publicUrl)
  const callbackOf = (organizationId: Uuid, account: Account | null) => {
    // Accounts stored before their kind had callbacks have none.
    const { callback_key: key } = (account?.settings ?? {}) as Partial<Callable>
    return kind.isCalledBack && key !== undefined ? callbacks.of({ organizationId, channel, key }) : null
  }
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
      freshAuthentication: true,
      body: kind.given,
      ...(kind.example ? { example: { request: kind.example as Record<string, unknown> } } : {}),
      responses: { 200: kind.shown },
      async handle(tx, actor, { body }) {
        const stateNow = () => accounts.state(tx, actor.organizationId, channel)
        const before = await stateNow()
        const account = await accounts.set(tx, actor, actor, channel, body as object, { sealer, mayReach })
        await changed(tx, actor, channel, before, await stateNow())
        const carrier = kind.carrierOf(settings, { hasOwnAccount: true, wasReal: true })
        return ok(kind.show(account, carrier, callbackOf(actor.organizationId, account)))
      },
    }),
    write({
      ...common,
      ...kind.says.remove,
      method: 'DELETE',
      permission: 'channels.manage',
      freshAuthentication: true,
      responses: { 204: null },
      refuses: ['not_found'],
      async handle(tx, actor) {
        await accounts.remove(tx, actor, actor, channel)
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
        return ok(showTest(await kind.test(account.settings, secret, settings)))
      },
    }),
  ]
}
