// Routes of contacts: spec 6.

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
    description: 'Returns contacts, newest first. `email` and `phone_number` match the exact address.',
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
      'At least one of `display_name`, `email`, `phone_number` and `app_id` is required. You become the owner, unless `owner_id` names another user.',
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
    description: '`conversation_id` is your own conversation with the contact, or null.',
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
      'Fields that are omitted stay unchanged. `attributes` is replaced as a whole. `unsubscribed` is changed per channel: a time unsubscribes, null subscribes again.',
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
      "Permanently deletes the contact, its group and list memberships, and all users' conversations with it, including all messages. Messages that were not sent are cancelled and their charges reversed; if there are many, this continues in the background. To keep the messages, archive the conversation instead.",
    responses: { 204: null },
    async handle(tx, actor, { ids }) {
      await contacts.remove(tx, actor, ids.id as string)
      return noContent()
    },
  }),
]
