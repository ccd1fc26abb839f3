// The routes of the feed: events as a list.

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
      'Returns the events of the last 30 days, newest first. With `after`, returns the events that follow it in publishing order, oldest first, so that a client that polls misses none. You see an event if you can read its resource; events about a conversation require access to that conversation. Delivery events (`message.sent`, `message.delivered`, …) and `message.created` are recorded only while a webhook endpoint subscribes to them or a live stream requested them in the last 24 hours.',
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
    description: 'Returns one event in the shape that the list, the stream and webhooks use.',
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
      summary: 'Stream events',
      description:
        'Server-sent events (`text/event-stream`). Each event has the shape of the list and is sent as soon as it happens; a comment is sent every 15 seconds. With the header `Last-Event-ID` the stream resumes after that event without a gap. If that event is no longer stored, the stream starts with an event `reset`; read `GET /v1/events` to catch up. The stream ends when the token or its permissions change; reconnect with the last ID.',
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
