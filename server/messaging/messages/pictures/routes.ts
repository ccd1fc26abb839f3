// Pictures of a mail that lie elsewhere, one by one, for who may see the message.

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

/** Of a process, all organizations together; and how long one waits for a place. */
const AT_ONCE = 16
const WAIT_MS = 5000
const MAILS_REMEMBERED = 20

const PictureQuery = In.object({
  index: Type.Integer({
    minimum: 0,
    maximum: PICTURES_MAX - 1,
    description: 'Its `data-picture` in the sanitised HTML.',
  }),
})

export function pictureRoutes(app: App): Route[] {
  const fetchPicture = createPictureFetch(app)
  const slots = new Slots(AT_ONCE)
  const turns = new Turns()
  const read = new Map<string, Promise<string[]>>()
  /** A page asks for the pictures of a mail one after the other: it is read through once. */
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
      summary: 'Fetch a picture that a mail shows from elsewhere',
      description:
        'Of `?html=sanitised`, by its `data-picture`: fetched by the server, which tells the other side nothing of who asks, and kept nowhere. PNG, JPEG, GIF, WebP and AVIF by their bytes, at most 5 MB, within 10 seconds, from public addresses alone. Whoever wrote the mail sees that somebody looked. 404 where there is none or it cannot be had, and why. At most 200 in a minute for a user.',
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
