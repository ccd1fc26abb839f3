// Deletes sandbox messages with the message, conversation or contact that they belong to. Runs after the messages are
// deleted: a mail that is being sent locks its delivery, and is found once that lock is released.

import type { Hook } from '#events/hooks.ts'
import * as queries from './queries.ts'

export const forgetMessages: Hook<'message.removing'> = async (tx, { organizationId }, ids) => {
  await tx.run(queries.removeOfMessages(organizationId, ids))
}

export const forgetConversations: Hook<'conversation.removing'> = async (tx, { organizationId }, ids) => {
  await tx.run(queries.removeOfConversations(organizationId, ids))
}

export const mergeConversations: Hook<'conversation.merging'> = async (tx, { organizationId }, merged) => {
  await tx.run(queries.mergeConversations(organizationId, merged))
}

export const mergeMessages: Hook<'message.merging'> = async (tx, { organizationId }, merged) => {
  await tx.run(queries.mergeMessages(organizationId, merged))
}

export const mergeContacts: Hook<'contact.merging'> = async (tx, { organizationId }, { from, into }) => {
  await tx.run(queries.mergeContacts(organizationId, from, into))
}

export const forgetDeliveries: Hook<'contact.forgetting'> = async (tx, { organizationId }, which) => {
  await tx.run(queries.removeOfDeliveries(organizationId, which))
}

// Messages of a conversation or contact that is deleted in batches are deleted with it.
export const forgetContacts: Hook<'contact.removing'> = async (tx, { organizationId }, ids) => {
  await tx.run(queries.removeOfContacts(organizationId, ids))
  await tx.run(queries.removeToAddresses(organizationId, ids))
}
