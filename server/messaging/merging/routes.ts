// Route for merging contacts: spec 6.30.

import { ok, type Route, write } from '#edge/route.ts'
import * as examples from '#messaging/contacts/examples.ts'
import { Contact } from '#messaging/contacts/schema.ts'
import { showContact } from '#messaging/contacts/show.ts'
import { merge } from './actions.ts'
import { ContactMerge } from './schema.ts'

export const mergingRoutes = (): Route[] => [
  write({
    operationId: 'mergeContact',
    method: 'POST',
    path: '/v1/contacts/:id/merge',
    ids: { id: { prefix: 'contact', noun: 'contact' } },
    permission: 'contacts.manage',
    tag: 'Contacts',
    summary: 'Merge another contact into this one',
    description:
      "Merges the contact `from` into this contact. This cannot be undone: `from` is deleted, and its conversations, messages, consents, groups and lists move to this contact. Where both have a value, this contact's is kept, unless `take` lists the field; values that only `from` has are copied. An address that is unsubscribed on either contact stays unsubscribed. Older messages are moved in the background.",
    body: ContactMerge,
    responses: { 200: Contact },
    refuses: ['conflict'],
    example: { request: { from: 'contact_01jd3v9k2ae2n8q4x5c6t7w8yz', take: ['email'] }, response: examples.contact },
    handle: async (tx, actor, { ids, body }) => ok(showContact(await merge(tx, actor, ids.id as string, body))),
  }),
]
