// The routes of contacts: spec 6.

import { created, noContent, ok, type Route, read, write } from '#edge/route.ts'
import { Out } from '#kit/wire.ts'
import * as contacts from './actions.ts'
import * as examples from './examples.ts'
import { Contact, ContactChange, ContactQuery, NewContact } from './schema.ts'
import { showContact } from './show.ts'

const tag = 'Contacts'
const ids = { id: { prefix: 'contact', noun: 'contact' } } as const

export const contactRoutes = (): Route[] => [
  read({
    operationId: 'listContacts',
    method: 'GET',
    path: '/v1/contacts',
    permission: 'contacts.view',
    tag,
    summary: 'List contacts',
    description: 'Newest created first; `email` and `phone_number` find exactly that address.',
    query: ContactQuery,
    responses: { 200: Out.list(Contact) },
    example: { response: { has_more: false, data: [examples.contact] } },
    handle: async (tx, actor, { query }) => ok(await contacts.list(tx, actor, query)),
  }),
  write({
    operationId: 'createContact',
    method: 'POST',
    path: '/v1/contacts',
    permission: 'contacts.manage',
    tag,
    summary: 'Create a contact',
    description:
      'At least one of `display_name`, `email`, `phone_number` and `app_id`. The owner is the acting user unless `owner_id` names another one.',
    body: NewContact,
    responses: { 201: Contact },
    example: {
      request: {
        display_name: examples.contact.display_name,
        email: examples.contact.email,
        attributes: examples.contact.attributes,
      },
      response: examples.contact,
    },
    async handle(tx, actor, { body }) {
      const shown = showContact(await contacts.create(tx, actor, body))
      return created(`/v1/contacts/${shown.id}`, shown)
    },
  }),
  read({
    operationId: 'retrieveContact',
    method: 'GET',
    path: '/v1/contacts/:id',
    ids,
    permission: 'contacts.view',
    tag,
    summary: 'Retrieve a contact',
    description: "`conversation_id` is the acting user's own conversation with the contact.",
    responses: { 200: Contact },
    example: { response: examples.contact },
    handle: async (tx, actor, { ids }) => ok(showContact(await contacts.find(tx, actor, ids.id as string))),
  }),
  write({
    operationId: 'updateContact',
    method: 'PUT',
    path: '/v1/contacts/:id',
    ids,
    permission: 'contacts.manage',
    tag,
    summary: 'Update a contact',
    description:
      'Changes what is given and leaves the rest. `attributes` are replaced as a whole. `unsubscribed` is changed channel by channel: a time unsubscribes, null subscribes again.',
    body: ContactChange,
    responses: { 200: Contact },
    handle: async (tx, actor, { ids, body }) =>
      ok(showContact(await contacts.change(tx, actor, ids.id as string, body))),
  }),
  write({
    operationId: 'deleteContact',
    method: 'DELETE',
    path: '/v1/contacts/:id',
    ids,
    permission: 'contacts.manage',
    tag,
    summary: 'Delete a contact',
    description:
      'Permanent: the contact, its place in every group, and its conversations with every user are gone for good, with all their messages. Messages still waiting are cancelled and their charges reversed; where there are very many, little by little, while it is gone already. Archiving the conversation is the gentle alternative.',
    responses: { 204: null },
    async handle(tx, actor, { ids }) {
      await contacts.remove(tx, actor, ids.id as string)
      return noContent()
    },
  }),
]
