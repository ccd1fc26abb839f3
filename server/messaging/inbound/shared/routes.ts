// The routes of the quarantine, for operators.

import { direct, noContent, ok, type Route } from '#edge/route.ts'
import type { App } from '#kit/app.ts'
import { Out } from '#kit/wire.ts'
import type { KeepArrivals } from '#messaging/channels/arrivals/arrival.ts'
import * as quarantine from './quarantine.ts'
import { Assignment, Quarantined, QuarantineQuery } from './schema.ts'

const PATH = '/v1/quarantine'
const common = { permission: 'installation.operate', tag: 'Shared channels' } as const
const ids = { id: { prefix: 'quar', noun: 'message in quarantine' } } as const

export function quarantineRoutes(app: App, keep: KeepArrivals): Route[] {
  const { database, clock } = app
  const assign = quarantine.createAssign(app, keep)
  return [
    direct({
      ...common,
      operationId: 'listQuarantine',
      method: 'GET',
      path: PATH,
      summary: 'List what waits in quarantine',
      description:
        'What came in through a shared account from somebody to whom no organization had written from it. It is kept for 30 days.',
      query: QuarantineQuery,
      responses: { 200: Out.list(Quarantined) },
      handle: async (_, __, { query }) => ok(await quarantine.list(database.reads, query)),
    }),
    direct({
      ...common,
      operationId: 'assignQuarantined',
      method: 'POST',
      path: `${PATH}/:id/assign`,
      ids,
      summary: 'Give a message in quarantine to an organization',
      description: 'It comes in there as if it had come for that organization at first.',
      body: Assignment,
      responses: { 204: null },
      refuses: ['conflict', 'not_found'],
      async handle(_, actor, { ids: { id }, body }) {
        await assign(actor, id as string, body.organization_id)
        return noContent()
      },
    }),
    direct({
      ...common,
      operationId: 'discardQuarantined',
      method: 'DELETE',
      path: `${PATH}/:id`,
      ids,
      summary: 'Discard a message in quarantine',
      responses: { 204: null },
      refuses: ['conflict'],
      async handle(_, actor, { ids: { id } }) {
        await database.transaction((tx) => quarantine.discard(tx, clock(), actor, id as string))
        return noContent()
      },
    }),
  ]
}
