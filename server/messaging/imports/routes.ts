// The routes of imports: spec 6.10, 6.23 to 6.28.

import { answeredBefore, once } from '#edge/idempotency.ts'
import { direct, noContent, ok, type Reply, type Route, read, write } from '#edge/route.ts'
import type { App } from '#kit/app.ts'
import { Exports } from '#kit/exports.ts'
import { Out } from '#kit/wire.ts'
import { gatedStore } from '#messaging/attachments/store/stores.ts'
import * as imports from './actions.ts'
import * as examples from './examples.ts'
import { faultPages } from './faults.ts'
import { preview, settingsOf } from './preview.ts'
import type { ImportRow } from './queries.ts'
import { Import, ImportPreview, ImportQuery, ImportRemoval, NewImport, NewPreview } from './schema.ts'
import { showImport } from './show.ts'

const tag = 'Imports'
const ids = { id: { prefix: 'imp', noun: 'import' } } as const

export const importRoutes = (app: App): Route[] => {
  const { database, settings } = app
  const store = gatedStore(app)
  const errors = new Exports()
  const shown = (row: ImportRow) => showImport(row, settings.publicUrl)
  return [
    direct({
      operationId: 'previewImport',
      method: 'POST',
      path: '/v1/imports/preview',
      permission: 'contacts.manage',
      tag,
      summary: 'Preview an import',
      description:
        'Reads an uploaded CSV file or spreadsheet (.xlsx, first sheet only) and returns the detected encoding, delimiter and columns, the first rows, and a suggested field for each column. The header is the first row with a known column name; a title above it is ignored, and `header_row` says which row it is. Changes nothing. Set `encoding`, `delimiter` and `has_header` where the detection is wrong.',
      body: NewPreview,
      responses: { 200: ImportPreview },
      example: { request: examples.previewed, response: examples.preview },
      async handle(_, actor, { body }) {
        const file = await imports.fileOf(database.reads, actor, body.attachment_id)
        return ok(await preview(store, actor.organizationId, body, file))
      },
    }),
    direct({
      operationId: 'createImport',
      method: 'POST',
      path: '/v1/imports',
      permission: 'contacts.manage',
      tag,
      summary: 'Import contacts',
      description:
        'Imports a CSV file or spreadsheet (.xlsx) of up to 100 MB and one million rows, uploaded as an attachment. The import consumes the attachment and runs in the background: retrieve it for its progress, or subscribe to `import.completed`. An invalid row is skipped and reported; the others are imported. An organization can have five imports queued or running; they run one after the other.',
      body: NewImport,
      responses: { 202: Import },
      refuses: ['conflict'],
      example: { request: examples.asked, response: examples.queued },
      async handle(idempotency, actor, { body }) {
        const before = await answeredBefore(database.reads, actor, idempotency)
        if (before) return before
        const { organizationId, permissions } = actor
        await imports.fileOf(database.reads, actor, body.attachment_id)
        const asked = await settingsOf(store, organizationId, permissions, body)
        const reply = await database.transaction((tx) => {
          const work = async (): Promise<Reply> => {
            const one = shown(await imports.ask(tx, actor, body, asked))
            return { status: 202, body: one, location: `/v1/imports/${one.id}` }
          }
          return idempotency ? once(tx, actor, idempotency, work) : work()
        }, organizationId)
        app.wake('import')
        return reply
      },
    }),
    read({
      operationId: 'listImports',
      method: 'GET',
      path: '/v1/imports',
      permission: 'contacts.view',
      tag,
      summary: 'List imports',
      description: 'Returns the imports of all users, newest first.',
      query: ImportQuery,
      responses: { 200: Out.list(Import) },
      example: { response: { has_more: false, data: [examples.completed] } },
      handle: async (tx, actor, { query }) => ok(await imports.list(tx, actor, query, shown)),
    }),
    read({
      operationId: 'retrieveImport',
      method: 'GET',
      path: '/v1/imports/:id',
      ids,
      permission: 'contacts.view',
      tag,
      summary: 'Retrieve an import',
      description: 'Returns the progress of an import and its counts.',
      responses: { 200: Import },
      example: { response: examples.completed },
      handle: async (tx, actor, { ids }) => ok(shown(await imports.find(tx, actor, ids.id as string))),
    }),
    read({
      operationId: 'readImportErrors',
      method: 'GET',
      path: '/v1/imports/:id/errors',
      ids,
      permission: 'contacts.view',
      tag,
      summary: 'Download the failed rows of an import',
      description:
        'Returns CSV with one line per failed row, for the first 100,000: row number, column, reason, error code, the parameters of the reason (as JSON), and the original row, so that it can be corrected and imported again.',
      produces: 'text/csv',
      responses: { 200: null },
      async handle(tx, actor, { ids }) {
        const row = await imports.find(tx, actor, ids.id as string)
        const content = await errors.begin(actor.organizationId, faultPages(database.reads, actor.organizationId, row))
        return { status: 200, raw: { contentType: 'text/csv; charset=utf-8', content, filename: 'import-errors.csv' } }
      },
    }),
    write({
      operationId: 'cancelImport',
      method: 'DELETE',
      path: '/v1/imports/:id',
      ids,
      permission: 'contacts.manage',
      tag,
      summary: 'Cancel or delete an import',
      description:
        'An import that is queued or running is cancelled within a few hundred rows; contacts already created or changed are kept. An import that has ended is deleted with its failed rows. `only=under_way` only cancels and `only=ended` only deletes; otherwise the request is refused with 409.',
      query: ImportRemoval,
      responses: { 204: null },
      refuses: ['conflict'],
      async handle(tx, actor, { ids, query }) {
        await imports.cancel(tx, actor, ids.id as string, query.only, settings.publicUrl)
        return noContent()
      },
    }),
  ]
}
