// Route for external pictures of a mail, one by one, for everyone who may see the message.

import { hash } from 'node:crypto'
import { direct, type Route } from '#edge/route.ts'
import type { App } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'
import { reasonOf } from '#kit/messages/reasons.ts'
import { Refusal, refusal, SlowDown } from '#kit/refusals.ts'
import { Slots } from '#kit/slots.ts'
import { In, Type } from '#kit/wire.ts'
import { SERVED_HEADERS } from '#messaging/attachments/rules.ts'
import { PICTURES_MAX, picturesIn } from '#messaging/channels/email/reading/sanitised.ts'
import * as messages from '../actions.ts'
import { createPictureFetch, NoPicture } from './fetch.ts'
import { PICTURES_A_MINUTE_MAX, Turns } from './turns.ts'

/** Concurrent fetches per process, over all organizations; and how long a request waits for its turn. */
const AT_ONCE = 16
const WAIT_MS = 5000
const MAILS_REMEMBERED = 20

const PictureQuery = In.object({
  index: Type.Integer({
    minimum: 0,
    maximum: PICTURES_MAX - 1,
    description: 'Value of `data-picture` in the sanitized HTML.',
  }),
})

export function pictureRoutes(app: App): Route[] {
  const fetchPicture = createPictureFetch(app)
  const slots = new Slots(AT_ONCE)
  const turns = new Turns()
  const read = new Map<string, Promise<string[]>>()
  /** A page requests a mail's pictures one after another: the mail is parsed once. */
  const addressesIn = (html: string): Promise<string[]> => {
    const key = hash('sha256', html)
    const addresses = read.get(key) ?? picturesIn(html)
    read.set(key, addresses)
    if (read.size > MAILS_REMEMBERED) read.delete(read.keys().next().value as string)
    return addresses
  }
  const busy = () => new SlowDown(reasonOf('too_many_pictures'), 1)
  return [
    direct({
      operationId: 'retrieveMessagePicture',
      method: 'GET',
      path: '/v1/messages/:id/picture',
      ids: { id: { prefix: 'msg', noun: 'message' } },
      permission: 'messages.view',
      tag: 'Messages',
      summary: 'Download an external image of an email',
      description:
        'Downloads an image that the email links to (`data-picture` in `?html=sanitised`) through the server and returns it. The remote host does not see your IP address; the image is not stored. PNG, JPEG, GIF, WebP and AVIF (detected from the content) of up to 5 MB, from public addresses only, within 10 seconds. The sender may notice that the email was opened. 404 with the reason if there is no such image or it cannot be downloaded. At most 200 per minute and user.',
      query: PictureQuery,
      produces: 'application/octet-stream',
      responses: { 200: null },
      refuses: ['not_found', 'rate_limited'],
      async handle(_, actor, { ids, query }) {
        const { html } = await messages.find(app.database.reads, actor, ids.id as Uuid)
        const address = html === null ? undefined : (await addressesIn(html))[query.index]
        if (address === undefined) throw refusal('not_found', 'picture_not_found')
        const waitSeconds = turns.take(`${actor.organizationId} ${actor.userId}`, app.clock())
        if (waitSeconds > 0) throw new SlowDown(reasonOf('picture_limit', { max: PICTURES_A_MINUTE_MAX }), waitSeconds)
        const { contentType, content } = await slots
          .take(() => fetchPicture(address), { withinMs: WAIT_MS, otherwise: busy })
          .catch((error: unknown) => {
            throw error instanceof NoPicture ? new Refusal('not_found', error.reason) : error
          })
        return {
          status: 200,
          raw: { contentType, content },
          headers: { ...SERVED_HEADERS, 'x-content-type-options': 'nosniff', 'content-disposition': 'inline' },
        }
      },
    }),
  ]
}
