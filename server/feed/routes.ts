// The routes of the feed: what happened, as a list.

import { direct, ok, type Route, read } from '#edge/route.ts'
import type { EventKind } from '#events/declaration.ts'
import type { App } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'
import { validationError } from '#kit/messages/field-errors.ts'
import { Out, Type } from '#kit/wire.ts'
import * as feed from './actions.ts'
import * as examples from './examples.ts'
import { unknownAmong } from './rules.ts'
import { EventQuery, FeedEvent, StreamQuery } from './schema.ts'
import { Streams } from './stream.ts'

const tag = 'Events'

export const feedRoutes = (app: App, kinds: readonly EventKind[]): Route[] => [
  ...streamRoutes(app, kinds),
  read({
    operationId: 'listEvents',
    method: 'GET',
    path: '/v1/events',
    permission: null,
    tag,
    summary: 'List events',
    description:
      'What changed, newest first; with `after` in the order in which it is told, so that whoever goes on behind the last one misses nothing. Each takes the permission that its resource takes; those about a conversation are read by who sees it. Kept for 30 days. Those of deliveries and `message.created` are written for who asked for them: by a webhook endpoint, or a live stream in the last 24 hours.',
    query: EventQuery,
    responses: { 200: Out.list(FeedEvent) },
    refuses: ['unknown_cursor'],
    example: { response: { has_more: true, data: [examples.event] } },
    handle: async (tx, actor, { query }) => ok(await feed.list(tx, actor, kinds, query)),
  }),
  read({
    operationId: 'retrieveEvent',
    method: 'GET',
    path: '/v1/events/:id',
    ids: { id: { prefix: 'evt', noun: 'event' } },
    permission: null,
    tag,
    summary: 'Retrieve an event',
    description: 'As the list shows it, and what a webhook endpoint is told.',
    responses: { 200: FeedEvent },
    example: { response: examples.event },
    handle: async (tx, actor, { ids }) => ok(await feed.find(tx, actor, kinds, ids.id as Uuid)),
  }),
]

function streamRoutes(app: App, kinds: readonly EventKind[]): Route[] {
  const streams = new Streams(app, kinds)
  return [
    direct({
      operationId: 'streamEvents',
      method: 'GET',
      path: '/v1/events/stream',
      permission: null,
      tag,
      summary: 'Follow events',
      description:
        'Server-sent events, each as the list shows it, as soon as it happens; a comment every 15 seconds. With the header `Last-Event-ID` it goes on behind that one, without a gap; where that is not kept any more, an event `reset` says so first, and `GET /v1/events` shows what there is. It ends when the token, or what it may do, is another: come back with the last id.',
      query: StreamQuery,
      responses: { 200: Type.String() },
      produces: 'text/event-stream',
      async handle(_idempotency, actor, { query, lastEventId, isHead }) {
        const types = query.type ?? ['*']
        if (unknownAmong(kinds, types).length > 0)
          throw feed.invalidQuery('type', validationError('event_type_filter_unknown'))
        const headers = { 'cache-control': 'no-store', 'x-accel-buffering': 'no' }
        if (isHead)
          return { status: 200, raw: { contentType: 'text/event-stream; charset=utf-8', content: '' }, headers }
        const { content } = await streams.open(actor, types, lastEventId)
        return { status: 200, raw: { contentType: 'text/event-stream; charset=utf-8', content }, headers }
      },
    }),
  ]
}
