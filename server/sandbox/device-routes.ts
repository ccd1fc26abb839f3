// The routes of the sandbox's devices: how their providers behave, and what they say of messages.

import { direct, ok, type Route, read, write } from '#edge/route.ts'
import type { App } from '#kit/app.ts'
import { Out } from '#kit/wire.ts'
import type { KeepArrivals } from '#messaging/channels/arrivals/arrival.ts'
import { Delivery, Message } from '#messaging/messages/schema.ts'
import { showDelivery, showMessage } from '#messaging/messages/show.ts'
import { device } from './device.ts'
import * as examples from './examples.ts'
import { createReactions } from './reactions.ts'
import { createReports } from './reports.ts'
import {
  Device,
  DeviceQuery,
  NewSandboxReaction,
  NewSandboxReceipt,
  NewSandboxSettings,
  SandboxSettings,
} from './schema.ts'
import { listSettings, setSettings } from './settings.ts'

const tag = 'Sandbox'

export function deviceRoutes(app: App, keep: KeepArrivals): Route[] {
  const report = createReports(app, keep)
  const react = createReactions(app, keep)
  return [
    read({
      operationId: 'retrieveSandboxDevice',
      method: 'GET',
      path: '/v1/sandbox/device',
      permission: 'sandbox.use',
      tag,
      summary: "Look at somebody's phone and mailbox",
      description:
        'What arrived for them on each channel that the sandbox carries, what became of it, and what they wrote: the newest 50 of each, the oldest first. By any address of theirs; of a contact the others are found. The HTML of a mail is retrieved with the message.',
      query: DeviceQuery,
      responses: { 200: Device },
      refuses: ['invalid_query', 'not_found'],
      async handle(tx, actor, { query }) {
        return ok(await device(tx, app, actor, query))
      },
    }),
    read({
      operationId: 'listSandboxSettings',
      method: 'GET',
      path: '/v1/sandbox/settings',
      permission: 'sandbox.use',
      tag,
      summary: "List how the sandbox's providers behave",
      description: 'A line for each channel whose sandbox is on. 404 while none is.',
      responses: { 200: Out.list(SandboxSettings) },
      refuses: ['not_found'],
      example: { response: { has_more: false, data: [examples.settings] } },
      async handle(tx, actor) {
        return ok({ has_more: false, data: await listSettings(tx, app, actor) })
      },
    }),
    write({
      operationId: 'setSandboxSettings',
      method: 'PUT',
      path: '/v1/sandbox/settings',
      permission: 'sandbox.use',
      tag,
      summary: "Tell the sandbox's provider of a channel how to behave",
      description:
        '`receipts`: whether the provider reports what became of messages by itself (`automatic`, as at first), or you do (`manual`); a mail becomes `delivered` by a delivery report. `fail_next`: what becomes of the next message, and of that one alone: `rejected`; a code of the provider, such as `131047` on app, `ESME_RTHROTTLED` or `UNDELIV` on sms, `550 5.1.1` on email; `timeout`: it is taken, and nobody answers; null: it is taken. What is not given stays. 404 while the sandbox of the channel is off.',
      body: NewSandboxSettings,
      responses: { 200: SandboxSettings },
      refuses: ['not_found'],
      example: { request: { channel: 'email', fail_next: '550 5.1.1' }, response: examples.settings },
      async handle(tx, actor, { body }) {
        return ok(await setSettings(tx, app, actor, body))
      },
    }),
    direct({
      operationId: 'createSandboxReceipt',
      method: 'POST',
      path: '/v1/sandbox/receipts',
      permission: 'sandbox.use',
      tag,
      summary: 'Say what became of a message, as its device',
      description:
        'The provider reports it in its own words, which go the way of every report: of mail a delivery report to the return path, of SMS a `deliver_sm`, of the app a signed webhook. `delivered`, `read` (app), `undelivered`, `failed` (app, sms: what never left is given back); with a code as the provider writes it, and then what the code means counts: a mail with `5.1.1` suppresses its address, an SMS with `UNDELIV` is `undelivered`. A mail that was `delivered` may be complained of: `code` is the type, such as `abuse`. The answer waits until it was worked on; 503 when nobody came to it within 10 seconds: it is kept, and counts. Saying the same twice changes nothing; 409 when it cannot become that any more, has not left, or did not arrive at the sandbox.',
      body: NewSandboxReceipt,
      responses: { 200: Delivery },
      refuses: ['conflict', 'not_found', 'temporarily_unavailable'],
      example: { request: { delivery_id: examples.delivered.id, status: 'delivered' }, response: examples.delivered },
      async handle(_, actor, { body }) {
        return ok(showDelivery(await report(actor, body)))
      },
    }),
    direct({
      operationId: 'createSandboxReaction',
      method: 'POST',
      path: '/v1/sandbox/reactions',
      permission: 'sandbox.use',
      tag,
      summary: 'React as a contact',
      description:
        'With one emoji, to a message that went to the contact or that they wrote, by its `message_id` or its `provider_id`; null takes the reaction back. On app, by a signed webhook; the answer waits until it was taken. 409 while the provider has no name for the message.',
      body: NewSandboxReaction,
      responses: { 200: Message },
      refuses: ['conflict', 'not_found', 'temporarily_unavailable'],
      async handle(_, actor, { body }) {
        return ok(showMessage(await react(actor, body)))
      },
    }),
  ]
}
