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
      summary: 'List sandbox messages',
      description:
        'Returns the messages that the organization sent to the sandbox, newest first. 404 if no sandbox is on.',
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
      summary: 'Retrieve a sandbox message',
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
      summary: 'Send a message as a contact',
      description:
        "Sends an inbound message through the real interface: an email over SMTP, an SMS over SMPP, an app message as a signed webhook. The response waits until the message is received and returns it. It is added to the contact's most recently active conversation, or to a new one. An unknown sender becomes a contact. `attachments` are files uploaded with `POST /v1/attachments` (email and app); the message gets copies. `text` is optional if there are attachments. 503 if receiving takes more than 10 seconds: the message is stored and received later. 404 if the channel's sandbox is off.",
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
