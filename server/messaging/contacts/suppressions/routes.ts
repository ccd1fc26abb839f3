// Routes of the suppression list: spec 6.21.

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
    description: 'Returns suppressed addresses, newest first. `address` matches the exact address.',
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
      'Adds an address to the suppression list. Messages to it on this channel are refused without a charge, whichever contact has the address; messages that are already waiting are cancelled and their charges reversed. If the address is already on the list, returns the existing entry with status 200.',
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
    summary: 'Remove an address from the suppression list',
    description:
      'Messages can be sent to the address again. This does not change whether a contact is unsubscribed: see `unsubscribed` of the contact.',
    responses: { 204: null },
    async handle(tx, actor, { ids }) {
      await suppressions.remove(tx, actor, ids.id as string)
      return noContent()
    },
  }),
]
