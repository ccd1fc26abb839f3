// The routes of consents: spec 6.20.

import { created, ok, type Route, read, write } from '#edge/route.ts'
import { Out } from '#kit/wire.ts'
import * as examples from '../examples.ts'
import * as consents from './actions.ts'
import { Consent, ConsentQuery, NewConsent } from './schema.ts'
import { showConsent } from './show.ts'

const tag = 'Contacts'
const ids = { id: { prefix: 'contact', noun: 'contact' } } as const
const path = '/v1/contacts/:id/consents'

export const consentRoutes = (): Route[] => [
  read({
    operationId: 'listConsents',
    method: 'GET',
    path,
    ids,
    permission: 'contacts.view',
    tag,
    summary: 'List what a contact said of being written to',
    description:
      'Newest first, channel by channel as it came: noted by somebody, by a link in a message, or by a word such as STOP. `unsubscribed` of the contact is what follows from it.',
    query: ConsentQuery,
    responses: { 200: Out.list(Consent) },
    example: { response: { has_more: false, data: [examples.consent] } },
    handle: async (tx, actor, { ids, query }) => ok(await consents.list(tx, actor, ids.id as string, query)),
  }),
  write({
    operationId: 'createConsent',
    method: 'POST',
    path,
    ids,
    permission: 'contacts.manage',
    tag,
    summary: 'Note what a contact said of being written to',
    description:
      '`revoked` unsubscribes the contact from the channel, `granted` subscribes it again; `text` says how it was said. Nothing of the log is ever changed.',
    body: NewConsent,
    responses: { 201: Consent },
    example: {
      request: { channel: 'email', status: 'revoked', text: 'By telephone on 3 March' },
      response: examples.consent,
    },
    async handle(tx, actor, { ids, body }) {
      const shown = showConsent(await consents.note(tx, actor, ids.id as string, body))
      return created(`/v1/contacts/${shown.contact_id}/consents`, shown)
    },
  }),
]
