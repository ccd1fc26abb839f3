// Routes of attachments: spec 7.23.

import { created, direct, ok, open, type Route, read, upload } from '#edge/route.ts'
import type { App } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'
import { find, type Served, Serving, Uploads } from './actions.ts'
import { TEXT_TYPE } from './content-type.ts'
import * as examples from './examples.ts'
import { createLinks } from './links.ts'
import { dispositionOf, FILE_BYTES_MAX, SERVED_HEADERS } from './rules.ts'
import { Attachment } from './schema.ts'
import { showAttachment } from './show.ts'
import { gatedStore } from './store/stores.ts'
import type { StoredFile } from './take.ts'

const tag = 'Attachments'

export const attachmentRoutes = (app: App): Route[] => {
  const store = gatedStore(app)
  const links = createLinks(app)
  const uploads = new Uploads(app, store)
  const serving = new Serving(app, store, links)
  return [
    upload<StoredFile>({
      operationId: 'uploadAttachment',
      path: '/v1/attachments',
      permission: 'messages.send',
      tag,
      summary: 'Upload a file',
      description:
        'Send the file as `multipart/form-data` in the field `file`. The content type is detected from the content. Pass the ID in `attachments` of a message within 24 hours. An attachment can be used in one message only.',
      responses: { 201: Attachment },
      example: { response: examples.attachment },
      fileBytesMax: FILE_BYTES_MAX,
      take: (actor, file) => uploads.take(actor, file),
      async handle(tx, actor, _, stored) {
        const shown = showAttachment(await uploads.keep(tx, actor, stored), links.of(actor.organizationId))
        return created(`/v1/attachments/${shown.id}`, shown)
      },
      drop: (actor, stored) => uploads.drop(actor, stored),
    }),
    read({
      operationId: 'retrieveAttachment',
      method: 'GET',
      path: '/v1/attachments/:id',
      ids: { id: { prefix: 'att', noun: 'attachment' } },
      permission: 'messages.view',
      tag,
      summary: 'Retrieve an attachment',
      description: 'Returns the attachment with a fresh `url`.',
      responses: { 200: Attachment },
      example: { response: examples.attachment },
      handle: async (tx, actor, { ids }) =>
        ok(showAttachment(await find(tx, actor, ids.id as string), links.of(actor.organizationId))),
    }),
    direct({
      operationId: 'retrieveAttachmentFile',
      method: 'GET',
      path: '/v1/attachments/:id/file',
      ids: { id: { prefix: 'att', noun: 'attachment' } },
      permission: 'messages.view',
      tag,
      summary: 'Download the file of an attachment',
      description:
        "Returns the same content as the attachment's `url`, but authenticated with a token. Requires access to its message.",
      produces: 'application/octet-stream',
      responses: { 200: null },
      refuses: ['not_found', 'rate_limited'],
      handle: async (_, actor, { ids }) => served(await serving.openFor(actor, ids.id as Uuid)),
    }),
    open({
      method: 'GET',
      path: '/attachments/:token',
      tag,
      summary: 'Read a file by its link',
      produces: 'application/octet-stream',
      responses: { 200: null, 206: null },
      handle: async ({ parameters, headers }) =>
        served(await serving.open(parameters.token ?? '', textOf(headers.range), textOf(headers['if-range']))),
    }),
  ]
}

const textOf = (header: string | string[] | undefined): string | undefined => header?.toString()

function served({ row, content, part }: Served) {
  const isText = row.content_type === TEXT_TYPE
  return {
    status: part === null ? 200 : 206,
    raw: { contentType: isText ? `${TEXT_TYPE}; charset=utf-8` : row.content_type, content },
    headers: {
      ...SERVED_HEADERS,
      'content-length': String(part === null ? row.size : part.to - part.from + 1),
      'accept-ranges': 'bytes',
      ...(part && { 'content-range': `bytes ${part.from}-${part.to}/${row.size}` }),
      'content-disposition': dispositionOf(row.filename),
    },
  }
}
