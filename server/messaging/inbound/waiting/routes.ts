// Routes of the waiting list, for operators.

import { direct, noContent, ok, type Route, write } from '#edge/route.ts'
import type { App } from '#kit/app.ts'
import { absent } from '#kit/refusals.ts'
import { Out } from '#kit/wire.ts'
import type { KeepArrivals } from '#messaging/channels/arrivals/arrival.ts'
import { createAssign } from '../shared/quarantine.ts'
import * as waiting from './actions.ts'
import {
  Assignment,
  Discarding,
  Quarantined,
  QuarantinedWhole,
  readWaitingId,
  type WaitingId,
  WaitingQuery,
} from './schema.ts'

const PATH = '/v1/quarantine'
const common = { permission: 'installation.operate', tag: 'Waiting list' } as const

export function waitingRoutes(app: App, keep: KeepArrivals): Route[] {
  const reading = waiting.createReading(app)
  const assign = waiting.createAssigning(app, createAssign(app, keep))
  return [
    direct({
      ...common,
      operationId: 'listQuarantine',
      method: 'GET',
      path: PATH,
      summary: 'List waiting items',
      description:
        'Returns, newest first, inbound events that could not be processed (`arrival`; kept until they are released or discarded) and messages to a shared account from senders that no organization has messaged from it (`quarantined`; kept for 30 days). At most the first 128 KB of each item are read. Listing is recorded in the audit log (`quarantine.listed`) of each organization whose items are returned.',
      query: WaitingQuery,
      responses: { 200: Out.list(Quarantined) },
      handle: async (_, actor, { query }) => ok(await reading.list(actor, query)),
    }),
    direct({
      ...common,
      operationId: 'retrieveQuarantined',
      method: 'GET',
      path: `${PATH}/:id`,
      summary: 'Retrieve a waiting item',
      description:
        'Returns the item with its full text and the beginning of the content as received (`raw`). At most 4 MB of the content are read. Recorded in the audit log (`quarantine.read`).',
      responses: { 200: QuarantinedWhole },
      refuses: ['not_found'],
      handle: async (_, actor, { parameters }) => ok(await reading.find(actor, idIn(parameters))),
    }),
    write({
      ...common,
      operationId: 'releaseQuarantined',
      method: 'POST',
      path: `${PATH}/:id/release`,
      summary: 'Release a waiting item',
      description:
        'Processes the item again now, as if it had just been received. If it fails again, it stays on the waiting list. 409 for a message in quarantine: assign it instead.',
      responses: { 204: null },
      refuses: ['conflict', 'not_found'],
      async handle(tx, actor, { parameters }) {
        await waiting.release(tx, actor.at, actor, idIn(parameters))
        return noContent()
      },
    }),
    direct({
      ...common,
      operationId: 'assignQuarantined',
      method: 'POST',
      path: `${PATH}/:id/assign`,
      summary: 'Assign a waiting item to an organization',
      description:
        'Delivers the message in quarantine to the organization, as if it had been received for it. 409 for an `arrival`, whose account is already known.',
      body: Assignment,
      responses: { 204: null },
      refuses: ['conflict', 'not_found'],
      async handle(_, actor, { parameters, body }) {
        await assign(actor, idIn(parameters), body.organization_id)
        return noContent()
      },
    }),
    write({
      ...common,
      operationId: 'discardQuarantined',
      method: 'DELETE',
      path: `${PATH}/:id`,
      summary: 'Discard a waiting item',
      description:
        'Permanently deletes the content. The audit log keeps who discarded it, when, the item without its content, and the `reason`.',
      body: Discarding,
      responses: { 204: null },
      refuses: ['conflict', 'not_found'],
      async handle(tx, actor, { parameters, body }) {
        await waiting.discard(tx, actor.at, actor, idIn(parameters), body.reason ?? null)
        return noContent()
      },
    }),
  ]
}

function idIn({ id = '' }: Record<string, string>): WaitingId {
  const known = readWaitingId(id)
  if (known === null) throw absent(waiting.NOUN)
  return known
}
