// The routes of the sandbox: spec 16.6, 16.7.

import { preferredLanguage } from '#edge/language.ts'
import { direct, ok, open, type Route, read } from '#edge/route.ts'
import type { App } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'
import { Out } from '#kit/wire.ts'
import type { KeepArrivals } from '#messaging/channels/arrivals/arrival.ts'
import { Message } from '#messaging/messages/schema.ts'
import * as sandbox from './actions.ts'
import { mustBeOn, mustBeOnForSome } from './carried.ts'
import { deviceRoutes } from './device-routes.ts'
import { page } from './page.ts'
import { NewSandboxMessage, SandboxMessage, SandboxQuery } from './schema.ts'
import { showSandboxMessage } from './show.ts'
import { createWriting } from './writing.ts'

const tag = 'Sandbox'

export function sandboxRoutes(app: App, keep: KeepArrivals): Route[] {
  const writeAsContact = createWriting(app, keep)
  return [
    ...deviceRoutes(app, keep),
    read({
      operationId: 'listSandboxMessages',
      method: 'GET',
      path: '/v1/sandbox/messages',
      permission: 'sandbox.use',
      tag,
      summary: 'List what arrived at the sandbox',
      description: 'Newest first; only what the organization sent. 404 while the sandbox is off.',
      query: SandboxQuery,
      responses: { 200: Out.list(SandboxMessage) },
      refuses: ['not_found'],
      async handle(tx, actor, { query }) {
        const carried = await mustBeOn(tx, app.settings, actor, query.channel)
        return ok(await sandbox.list(tx, actor, query, carried))
      },
    }),
    read({
      operationId: 'retrieveSandboxMessage',
      method: 'GET',
      path: '/v1/sandbox/messages/:id',
      ids: { id: { prefix: 'sbx', noun: 'sandbox message' } },
      permission: 'sandbox.use',
      tag,
      summary: 'Retrieve what arrived at the sandbox',
      responses: { 200: SandboxMessage },
      async handle(tx, actor, { ids }) {
        const carried = await mustBeOn(tx, app.settings, actor)
        return ok(showSandboxMessage(await sandbox.find(tx, actor, ids.id as Uuid, carried)))
      },
    }),
    direct({
      operationId: 'createSandboxMessage',
      method: 'POST',
      path: '/v1/sandbox/messages',
      permission: 'sandbox.use',
      tag,
      summary: 'Write as a contact',
      description:
        "It goes the way of what people write: a mail by SMTP, an SMS by SMPP, of the app a signed webhook; the answer waits until it was received, and shows it. The message goes to the contact's conversation that was active last, else to a new one. A stranger becomes a contact. `attachments` are files that were uploaded before with POST /v1/attachments, on email and app; they go with it, and the message has its own. `text` may be left out beside them. 503 when nobody came to it within 10 seconds: it is kept, and received later. 404 while the sandbox is off.",
      body: NewSandboxMessage,
      responses: { 201: Message },
      refuses: ['conflict', 'not_found', 'temporarily_unavailable'],
      handle: (idempotency, actor, { body }) => writeAsContact(idempotency, actor, body),
    }),
    open({
      method: 'GET',
      path: '/sandbox',
      tag,
      summary: 'The sandbox as a page',
      description:
        'Shows nothing by itself: its script reads what arrived by the session of the console, under `/console/api`.',
      produces: 'text/html',
      responses: { 200: null },
      async handle({ headers }) {
        await mustBeOnForSome(app)
        return page(app.settings.publicUrl, preferredLanguage(headers['accept-language']))
      },
    }),
  ]
}
