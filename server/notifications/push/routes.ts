// The routes of push subscriptions: spec 14.100.

import { created, direct, noContent, ok, type Route, read, write } from '#edge/route.ts'
import type { App } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'
import { createReach } from '#kit/networks.ts'
import { Out } from '#kit/wire.ts'
import * as push from './actions.ts'
import * as examples from './examples.ts'
import { SUBSCRIPTIONS_OF_USER_MAX } from './rules.ts'
import { NewPushSubscription, PushKey, PushSubscription, SubscriptionQuery } from './schema.ts'
import { showSubscription } from './show.ts'
import { publicKey } from './vapid-keys.ts'

const tag = 'Notifications'
/** Subscriptions belong to the user, not to one of their tokens. */
const ofPerson = { permission: null, isOfPerson: true } as const
const ids = { id: { prefix: 'psub', noun: 'push subscription' } } as const

export function pushRoutes(app: App): Route[] {
  const mayReach = createReach(app.settings.allowedNetworks)
  return [
    direct({
      operationId: 'retrievePushKey',
      method: 'GET',
      path: '/v1/push_subscriptions/key',
      permission: null,
      tag,
      summary: 'Retrieve the push key',
      responses: { 200: PushKey },
      example: { response: examples.key },
      handle: async () => ok({ public_key: await publicKey(app) }),
    }),
    read({
      operationId: 'listPushSubscriptions',
      method: 'GET',
      path: '/v1/push_subscriptions',
      ...ofPerson,
      tag,
      summary: 'List your push subscriptions',
      query: SubscriptionQuery,
      responses: { 200: Out.list(PushSubscription) },
      example: { response: { has_more: false, data: [examples.subscription] } },
      handle: async (tx, actor, { query }) => ok(await push.list(tx, actor, query)),
    }),
    write({
      operationId: 'createPushSubscription',
      method: 'POST',
      path: '/v1/push_subscriptions',
      ...ofPerson,
      tag,
      summary: 'Create a push subscription',
      description: `Subscribes a browser to your notifications in this organization. Send the result of \`PushSubscription.toJSON()\`. Notifications are delivered encrypted, as JSON with \`id\`, \`type\`, \`title\`, \`body\`, \`url\`, \`organization_id\` and \`language\`. If the browser is already subscribed, the response has status 200, and a subscription of another user becomes yours. Each user can have at most ${SUBSCRIPTIONS_OF_USER_MAX} subscriptions. A subscription created in a console session ends with the session.`,
      body: NewPushSubscription,
      responses: { 200: PushSubscription, 201: PushSubscription },
      refuses: ['conflict'],
      example: { request: examples.newSubscription, response: examples.subscription },
      async handle(tx, actor, { body }) {
        const { row, isNew } = await push.subscribe(tx, actor, body, mayReach)
        const shown = showSubscription(row)
        return isNew ? created(`/v1/push_subscriptions/${shown.id}`, shown) : ok(shown)
      },
    }),
    write({
      operationId: 'deletePushSubscription',
      method: 'DELETE',
      path: '/v1/push_subscriptions/:id',
      ids,
      ...ofPerson,
      tag,
      summary: 'Delete a push subscription',
      responses: { 204: null },
      async handle(tx, actor, { ids }) {
        await push.remove(tx, actor, ids.id as Uuid)
        return noContent()
      },
    }),
  ]
}
