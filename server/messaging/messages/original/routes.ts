// Route for the original of a received mail, for everyone who may see the message: spec 5.37.

import { direct, type Route } from '#edge/route.ts'
import type { App } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'
import { publicId } from '#kit/wire.ts'
import { Originals } from '#messaging/attachments/originals.ts'
import { dispositionOf, SERVED_HEADERS } from '#messaging/attachments/rules.ts'
import { gatedStore } from '#messaging/attachments/store/stores.ts'
import * as messages from '../actions.ts'

const MAIL_TYPE = 'message/rfc822'

export function originalRoutes(app: App): Route[] {
  const originals = new Originals(app, gatedStore(app))
  return [
    direct({
      operationId: 'retrieveMessageOriginal',
      method: 'GET',
      path: '/v1/messages/:id/original',
      ids: { id: { prefix: 'msg', noun: 'message' } },
      permission: 'messages.view',
      tag: 'Messages',
      summary: 'Download the original of a received email',
      description:
        'Returns the email as received, with all headers, as a file. 404 if there is none: for outbound messages, for other channels, for email that a provider delivers as parsed fields, and for email larger than 25 MB.',
      produces: MAIL_TYPE,
      responses: { 200: null },
      refuses: ['not_found'],
      async handle(_, actor, { ids, isHead = false }) {
        const { id } = await messages.find(app.database.reads, actor, ids.id as Uuid)
        const { size, content } = await originals.open(actor.organizationId, id, isHead)
        return {
          status: 200,
          raw: { contentType: MAIL_TYPE, content },
          headers: {
            ...SERVED_HEADERS,
            'x-content-type-options': 'nosniff',
            'content-length': String(size),
            'content-disposition': dispositionOf(`${publicId('msg', id)}.eml`),
          },
        }
      },
    }),
  ]
}
