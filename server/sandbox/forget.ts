// What arrived at the sandbox goes with the message, the conversation or the contact that it came from, wherever that goes. Behind
// the messages: whose mail is still on its way holds the delivery, and is found once the messages have let go of it.

import type { Hook } from '#kit/hooks.ts'
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

export const forgetContacts: Hook<'contact.removing'> = async (tx, { organizationId }, ids) => {
  await tx.run(queries.removeOfContacts(organizationId, ids))
}
