// The routes of segments: spec 6.41 to 6.43.

import { created, direct, noContent, ok, type Route, read, write } from '#edge/route.ts'
import type { App } from '#kit/app.ts'
import { Out } from '#kit/wire.ts'
import * as examples from '../examples.ts'
import { Contact } from '../schema.ts'
import * as segments from './actions.ts'
import { evaluated } from './evaluation.ts'
import {
  FilterCount,
  NewSegment,
  NewSegmentCount,
  Segment,
  SegmentChange,
  SegmentContactQuery,
  SegmentCount,
  SegmentQuery,
} from './schema.ts'
import { showSegment } from './show.ts'

const tag = 'Contacts'
const ids = { id: { prefix: 'seg', noun: 'segment' } } as const
const { segment } = examples

export const segmentRoutes = (app: App): Route[] => [
  read({
    operationId: 'listSegments',
    method: 'GET',
    path: '/v1/segments',
    permission: 'contacts.view',
    tag,
    summary: 'List segments',
    description: 'Newest created first.',
    query: SegmentQuery,
    responses: { 200: Out.list(Segment) },
    example: { response: { has_more: false, data: [segment] } },
    handle: async (tx, actor, { query }) => ok(await segments.list(tx, actor, query)),
  }),
  write({
    operationId: 'createSegment',
    method: 'POST',
    path: '/v1/segments',
    permission: 'contacts.manage',
    tag,
    summary: 'Create a segment',
    description:
      'Saves a filter of contacts under a name. The filter is evaluated each time the segment is used. Errors in the filter name the condition, such as `filter.all[1].attribute`.',
    body: NewSegment,
    responses: { 201: Segment },
    example: { request: { name: segment.name, filter: segment.filter }, response: segment },
    async handle(tx, actor, { body }) {
      const shown = showSegment(await segments.create(tx, actor, body))
      return created(`/v1/segments/${shown.id}`, shown)
    },
  }),
  direct({
    operationId: 'countContactsOfFilter',
    method: 'POST',
    path: '/v1/segments/count',
    permission: 'contacts.view',
    tag,
    summary: 'Count the contacts that a filter selects',
    description:
      'Before the filter is saved as a segment. With `examples`, also the newest of these contacts. Nothing is written. 503 when it takes too long.',
    body: NewSegmentCount,
    responses: { 200: FilterCount },
    example: {
      request: { filter: segment.filter, examples: 1 },
      response: { count: 1, examples: [examples.contact] },
    },
    handle: async (_, actor, { body }) =>
      ok(await evaluated(app, actor.organizationId, (tx) => segments.countOf(tx, actor, body))),
  }),
  read({
    operationId: 'retrieveSegment',
    method: 'GET',
    path: '/v1/segments/:id',
    ids,
    permission: 'contacts.view',
    tag,
    summary: 'Retrieve a segment',
    responses: { 200: Segment },
    example: { response: segment },
    handle: async (tx, actor, { ids }) => ok(showSegment(await segments.find(tx, actor, ids.id as string))),
  }),
  write({
    operationId: 'updateSegment',
    method: 'PUT',
    path: '/v1/segments/:id',
    ids,
    permission: 'contacts.manage',
    tag,
    summary: 'Update a segment',
    description: 'Changes the fields in the request and leaves the rest. A filter replaces the whole filter.',
    body: SegmentChange,
    responses: { 200: Segment },
    handle: async (tx, actor, { ids, body }) =>
      ok(showSegment(await segments.change(tx, actor, ids.id as string, body))),
  }),
  write({
    operationId: 'deleteSegment',
    method: 'DELETE',
    path: '/v1/segments/:id',
    ids,
    permission: 'contacts.manage',
    tag,
    summary: 'Delete a segment',
    description: 'Permanent. The contacts are not deleted.',
    responses: { 204: null },
    async handle(tx, actor, { ids }) {
      await segments.remove(tx, actor, ids.id as string)
      return noContent()
    },
  }),
  direct({
    operationId: 'countSegment',
    method: 'GET',
    path: '/v1/segments/:id/count',
    ids,
    permission: 'contacts.view',
    tag,
    summary: 'Count the contacts of a segment',
    description: 'Counted at the time of the request. 503 when it takes too long.',
    responses: { 200: SegmentCount },
    example: { response: { count: 1 } },
    handle: async (_, actor, { ids }) =>
      ok({ count: await evaluated(app, actor.organizationId, (tx) => segments.count(tx, actor, ids.id as string)) }),
  }),
  direct({
    operationId: 'listSegmentContacts',
    method: 'GET',
    path: '/v1/segments/:id/contacts',
    ids,
    permission: 'contacts.view',
    tag,
    summary: 'List the contacts of a segment',
    description: 'Those that the filter selects at the time of the request, newest created first.',
    query: SegmentContactQuery,
    responses: { 200: Out.list(Contact) },
    example: { response: { has_more: false, data: [examples.contact] } },
    handle: async (_, actor, { ids, query }) =>
      ok(await evaluated(app, actor.organizationId, (tx) => segments.listContacts(tx, actor, ids.id as string, query))),
  }),
]
