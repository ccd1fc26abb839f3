// The routes of the sandbox: spec 16.6, 16.7.

import { created, ok, open, type Route, read, write } from '#edge/route.ts'
import type { App } from '#kit/app.ts'
import { Out } from '#kit/wire.ts'
import { Message } from '#messaging/messages/schema.ts'
import { showMessage } from '#messaging/messages/show.ts'
import * as sandbox from './actions.ts'
import { mustBeOn, mustBeOnForSome } from './carried.ts'
import { page } from './page.ts'
import { NewSandboxMessage, NewSandboxSettings, SandboxMessage, SandboxQuery, SandboxSettings } from './schema.ts'
import { listSettings, setSettings } from './settings.ts'

const tag = 'Sandbox'

const settings = { channel: 'email', receipts: 'automatic', fail_next: '550 5.1.1' }

export const sandboxRoutes = (app: App): Route[] => [
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
  write({
    operationId: 'createSandboxMessage',
    method: 'POST',
    path: '/v1/sandbox/messages',
    permission: 'sandbox.use',
    tag,
    summary: 'Write as a contact',
    description:
      "The message goes to the contact's conversation that was active last, else to a new one. A stranger becomes a contact. 404 while the sandbox is off.",
    body: NewSandboxMessage,
    responses: { 201: Message },
    refuses: ['not_found'],
    async handle(tx, actor, { body }) {
      await mustBeOn(tx, app.settings, actor, body.channel)
      const shown = showMessage(await sandbox.writeAsContact(tx, actor, body))
      return created(`/v1/messages/${shown.id}`, shown)
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
    example: { response: { has_more: false, data: [settings] } },
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
      '`receipts`: whether the provider reports what became of messages by itself (`automatic`, as at first), or you do (`manual`); a mail server reports nothing by itself. `fail_next`: what becomes of the next message, and of that one alone: `rejected`; a code of the provider, such as `131047` on app, `ESME_RTHROTTLED` or `UNDELIV` on sms, `550 5.1.1` on email; `timeout`: it is taken, and nobody answers; null: it is taken. What is not given stays. 404 while the sandbox of the channel is off.',
    body: NewSandboxSettings,
    responses: { 200: SandboxSettings },
    refuses: ['not_found'],
    example: { request: { channel: 'email', fail_next: '550 5.1.1' }, response: settings },
    async handle(tx, actor, { body }) {
      return ok(await setSettings(tx, app, actor, body))
    },
  }),
  open({
    method: 'GET',
    path: '/sandbox',
    tag,
    summary: 'The sandbox as a page',
    description: 'Shows nothing by itself: it asks for an access token.',
    produces: 'text/html',
    responses: { 200: null },
    async handle() {
      await mustBeOnForSome(app)
      return page(app.settings.publicUrl)
    },
  }),
]
