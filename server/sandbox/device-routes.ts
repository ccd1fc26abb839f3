// Routes of the sandbox's devices: provider behaviour, and reports about messages.

import { direct, ok, type Route, read, write } from '#edge/route.ts'
import type { App } from '#kit/app.ts'
import { Out } from '#kit/wire.ts'
import type { KeepArrivals } from '#messaging/channels/arrivals/arrival.ts'
import { Delivery, Message } from '#messaging/messages/schema.ts'
import { showDelivery, showMessage } from '#messaging/messages/show.ts'
import { device } from './device.ts'
import * as examples from './examples.ts'
import { createPresses } from './presses.ts'
import { createReactions } from './reactions.ts'
import { createReports } from './reports.ts'
import {
  Device,
  DeviceQuery,
  NewSandboxButtonPress,
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
  const press = createPresses(app, keep)
  return [
    read({
      operationId: 'retrieveSandboxDevice',
      method: 'GET',
      path: '/v1/sandbox/device',
      permission: 'sandbox.use',
      tag,
      summary: 'Retrieve a sandbox device',
      description:
        'Returns the messages that a recipient received on each channel in the sandbox, their status, and the messages written as that recipient: the latest 50 of each, oldest first. Give any address of the recipient; the other addresses of a known contact are found. For the HTML of an email, retrieve the sandbox message.',
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
      summary: 'List sandbox settings',
      description: 'Returns the settings of each channel whose sandbox is on. 404 if no sandbox is on.',
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
      summary: 'Update the sandbox settings of a channel',
      description:
        "`receipts`: whether the sandbox provider sends delivery receipts by itself (`automatic`, the default) or you send them (`manual`). An email becomes `delivered` by a delivery status notification. `fail_next` makes the next message on the channel fail, and only that one: `rejected`; an error code of the provider, such as `131047` on app, `ESME_RTHROTTLED` or `UNDELIV` on sms, `550 5.1.1` on email; `timeout`: the provider accepts the message but never responds; null: it is accepted normally. Fields that are omitted stay unchanged. 404 if the channel's sandbox is off.",
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
      summary: 'Send a delivery receipt',
      description:
        "Makes the sandbox provider report a status through the real interface: for email a delivery status notification to the return path, for SMS a `deliver_sm`, for the app a signed webhook. Statuses: `delivered`, `read` (app), `undelivered`, `failed` (app and sms; the charge is reversed). With an error code in the provider's format, the code determines the status: an email with `5.1.1` suppresses its address, an SMS with `UNDELIV` becomes `undelivered`. For a complaint about a delivered email, `code` is the feedback type, such as `abuse`. The response waits until the receipt is processed; 503 if that takes more than 10 seconds: the receipt is stored and processed later. Safe to repeat; 409 if the delivery can no longer get this status, was not sent, or did not go through the sandbox.",
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
        'Reacts with one emoji to a message that the contact received or wrote, given by `message_id` or `provider_id`; null removes the reaction. App only, by a signed webhook. The response waits until the webhook is accepted. 409 while the message has no provider ID.',
      body: NewSandboxReaction,
      responses: { 200: Message },
      refuses: ['conflict', 'not_found', 'temporarily_unavailable'],
      async handle(_, actor, { body }) {
        return ok(showMessage(await react(actor, body)))
      },
    }),
    direct({
      operationId: 'createSandboxButtonPress',
      method: 'POST',
      path: '/v1/sandbox/button_presses',
      permission: 'sandbox.use',
      tag,
      summary: 'Press a button as a contact',
      description:
        'Presses a quick reply of a template message that arrived on the app. The sandbox provider reports it as Meta does, by a signed webhook with the payload and the text of the button and the message that it belongs to. Returns the message of the contact. The other types of buttons send nothing.',
      body: NewSandboxButtonPress,
      responses: { 200: Message },
      refuses: ['not_found', 'temporarily_unavailable'],
      async handle(_, actor, { body }) {
        return ok(showMessage(await press(actor, body)))
      },
    }),
  ]
}
