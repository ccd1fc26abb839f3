// The routes of exports: spec 13.2, 13.21 to 13.30.

import { once } from '#edge/idempotency.ts'
import { direct, noContent, ok, open, type Reply, type Route, read, write } from '#edge/route.ts'
import type { Actor, App } from '#kit/app.ts'
import { Out } from '#kit/wire.ts'
import { dispositionOf, SERVED_HEADERS } from '#messaging/attachments/rules.ts'
import { gatedStore } from '#messaging/attachments/store/stores.ts'
import { bearerIdOf } from '#people/sessions/authority.ts'
import * as exports from './actions.ts'
import * as examples from './examples.ts'
import { createExportLinks } from './links.ts'
import type { ExportRow } from './queries.ts'
import { contentTypeOf, exportPermissions, filenameOf } from './rules.ts'
import { Export, ExportQuery, NewExport } from './schema.ts'
import { ExportServing } from './serving.ts'
import { showExport } from './show.ts'

const tag = 'Billing'
const ids = { id: { prefix: 'exp', noun: 'export' } } as const
const [permission, ...orPermissions] = exportPermissions as [(typeof exportPermissions)[number]]

export const exportRoutes = (app: App): Route[] => {
  const links = createExportLinks(app)
  const serving = new ExportServing(app, gatedStore(app), links)
  /** With a link for the caller. */
  const shownTo = (actor: Actor) => (row: ExportRow) =>
    showExport(row, ({ id, expires_at }) =>
      links.to({ organizationId: actor.organizationId, exportId: id, bearerId: bearerIdOf(actor) }, expires_at),
    )
  return [
    direct({
      operationId: 'createExport',
      method: 'POST',
      path: '/api/v1/billing/exports',
      permission,
      orPermissions,
      tag,
      summary: 'Create an export',
      description:
        'Kinds and required permissions: `statement` as `pdf` (`invoices.download`), `log` as `xlsx` (`usage.view`), `transactions` as `csv` (`balance.view`), and `contacts` as `csv` (`contacts.view`), with the contacts created in the period. The export contains what is recorded at the time of the request, and is generated in the background: retrieve it until `status` is `completed`, or wait for the event `export.completed`. At most two exports per organization can be in progress at a time.',
      body: NewExport,
      responses: { 202: Export },
      refuses: ['conflict'],
      example: {
        request: { kind: 'transactions', format: 'csv', from: '2026-01-01', to: '2026-01-31' },
        response: examples.queued,
      },
      async handle(idempotency, actor, { body }) {
        const reply = await app.database.transaction((tx) => {
          const work = async (): Promise<Reply> => {
            const shown = shownTo(actor)(await exports.ask(tx, actor, body))
            return { status: 202, body: shown, location: `/api/v1/billing/exports/${shown.id}` }
          }
          return idempotency ? once(tx, actor, idempotency, work) : work()
        }, actor.organizationId)
        app.wake('export')
        return reply
      },
    }),
    read({
      operationId: 'listExports',
      method: 'GET',
      path: '/api/v1/billing/exports',
      permission,
      orPermissions,
      tag,
      summary: 'List exports',
      description: 'Exports of the kinds that the caller can view, requested by any user, newest first.',
      query: ExportQuery,
      responses: { 200: Out.list(Export) },
      example: { response: { has_more: false, data: [examples.completed] } },
      handle: async (tx, actor, { query }) => ok(await exports.list(tx, actor, query, shownTo(actor))),
    }),
    read({
      operationId: 'retrieveExport',
      method: 'GET',
      path: '/api/v1/billing/exports/:id',
      ids,
      permission,
      orPermissions,
      tag,
      summary: 'Retrieve an export',
      description: 'Returns its progress and, once completed, a link to its file.',
      responses: { 200: Export },
      example: { response: examples.completed },
      handle: async (tx, actor, { ids }) => ok(shownTo(actor)(await exports.find(tx, actor, ids.id as string))),
    }),
    write({
      operationId: 'cancelExport',
      method: 'DELETE',
      path: '/api/v1/billing/exports/:id',
      ids,
      permission,
      orPermissions,
      tag,
      summary: 'Cancel or delete an export',
      description:
        'Cancels an export in progress, which is then listed as `cancelled` until it expires. Deletes an export that has ended. Its file is deleted immediately.',
      responses: { 204: null },
      async handle(tx, actor, { ids }) {
        await exports.cancel(tx, actor, ids.id as string)
        return noContent()
      },
    }),
    open({
      method: 'GET',
      path: '/exports/:token',
      tag,
      summary: 'Read an export by its link',
      produces: 'application/octet-stream',
      responses: { 200: null },
      async handle({ parameters, address }) {
        const { row, content } = await serving.open(parameters.token ?? '', address)
        return {
          status: 200,
          raw: { contentType: contentTypeOf[row.format], content },
          headers: {
            ...SERVED_HEADERS,
            'content-length': String(row.size),
            'content-disposition': dispositionOf(filenameOf(row.kind, row.from_at, row.to_at)),
          },
        }
      },
    }),
  ]
}
