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
      summary: 'Look at a file of contacts',
      description:
        'Of an uploaded attachment, a CSV or a spreadsheet (.xlsx, its first sheet): its encoding, separator and columns as they seem to be, with the first rows and what each column may be. Changes nothing. What it takes wrongly is said by `encoding`, `delimiter` and `has_header`.',
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
        'A CSV or a spreadsheet (.xlsx) of up to 100 MB and a million rows, uploaded as an attachment, which it takes. It is worked on beside: ask for it again, or hear `import.completed`. A row that is wrong fails alone. Five of an organization may be under way, one after the other.',
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
      description: 'Whoever asked for them; newest first.',
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
      description: 'How far it is, and what became of its rows.',
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
      summary: 'Read the rows that failed',
      description:
        'As CSV: the number of the row, the column, the reason with its code and the values in it (as JSON), and the row as it was, to be corrected and imported again. The first 100,000 of them.',
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
        'One that is under way stops within a few hundred rows, and what it made stays; one that has ended is removed, with the rows that failed. `only=under_way` only cancels and `only=ended` only deletes: the other is refused with 409.',
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
