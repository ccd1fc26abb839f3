// The routes of the suppression list: spec 6.21.

import { created, noContent, ok, type Route, read, write } from '#edge/route.ts'
import { Out } from '#kit/wire.ts'
import * as examples from '../examples.ts'
import * as suppressions from './actions.ts'
import { NewSuppression, Suppression, SuppressionQuery } from './schema.ts'
import { showSuppression } from './show.ts'

const tag = 'Contacts'

export const suppressionRoutes = (): Route[] => [
  read({
    operationId: 'listSuppressions',
    method: 'GET',
    path: '/v1/suppressions',
    permission: 'contacts.view',
    tag,
    summary: 'List suppressed addresses',
    description: 'Newest first; `address` finds exactly that one, `reason` those for which it is why.',
    query: SuppressionQuery,
    responses: { 200: Out.list(Suppression) },
    example: { response: { has_more: false, data: [examples.suppression] } },
    handle: async (tx, actor, { query }) => ok(await suppressions.list(tx, actor, query)),
  }),
  write({
    operationId: 'createSuppression',
    method: 'POST',
    path: '/v1/suppressions',
    permission: 'contacts.manage',
    tag,
    summary: 'Suppress an address',
    description:
      'Nothing is sent to it on the channel any more, whichever contact has it: such a message is refused before it is charged, and one that waits is given back. 200 with what is on the list where it is there already.',
    body: NewSuppression,
    responses: { 200: Suppression, 201: Suppression },
    example: {
      request: { channel: 'email', address: 'ravi@company.example', detail: 'Left the company' },
      response: examples.suppression,
    },
    async handle(tx, actor, { body }) {
      const { row, isNew } = await suppressions.add(tx, actor, body)
      const shown = showSuppression(row)
      return isNew ? created(`/v1/suppressions?address=${encodeURIComponent(shown.address)}`, shown) : ok(shown)
    },
  }),
  write({
    operationId: 'deleteSuppression',
    method: 'DELETE',
    path: '/v1/suppressions/:id',
    ids: { id: { prefix: 'supp', noun: 'suppression' } },
    permission: 'contacts.manage',
    tag,
    summary: 'Take an address off the list',
    description: 'Messages may be sent to it again. Whether a contact is unsubscribed is told by the contact.',
    responses: { 204: null },
    async handle(tx, actor, { ids }) {
      await suppressions.remove(tx, actor, ids.id as string)
      return noContent()
    },
  }),
]
