// Routes of consents: spec 6.20.

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
    summary: 'List the consents of a contact',
    description:
      "Returns the contact's opt-ins and opt-outs per channel, newest first: recorded by a user, by a link in a message, by a keyword such as STOP, by an import or by the provider. `unsubscribed` of the contact follows from them.",
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
    summary: 'Record a consent',
    description:
      '`revoked` unsubscribes the contact from the channel, `granted` subscribes it again. `text` states how consent was given or revoked. A record is never changed.',
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
