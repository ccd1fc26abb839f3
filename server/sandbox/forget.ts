// What arrived at the sandbox goes with the message, the conversation or the contact that it came from, wherever that goes. Loaded by every process, behind
// the messages: whose mail is still on its way holds the delivery, and is found once the messages have let go of it.

import { reactTo } from '#kit/reactions.ts'
import * as queries from './queries.ts'

reactTo('message.removing', async (tx, { organizationId }, ids) => {
  await tx.run(queries.removeOfMessages(organizationId, ids))
})

reactTo('conversation.removing', async (tx, { organizationId }, ids) => {
  await tx.run(queries.removeOfConversations(organizationId, ids))
})

reactTo('conversation.merging', async (tx, { organizationId }, merged) => {
  await tx.run(queries.mergeConversations(organizationId, merged))
})

reactTo('contact.removing', async (tx, { organizationId }, ids) => {
  await tx.run(queries.removeOfContacts(organizationId, ids))
})
