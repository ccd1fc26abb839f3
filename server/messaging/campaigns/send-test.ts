// Sends a test of a campaign: one contact receives its content as a single message of the user, at its price.

import type { Idempotency, Reply } from '#edge/route.ts'
import type { Actor, App } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'
import { absentIn, Refusal } from '#kit/refusals.ts'
import type { ContactRow } from '#messaging/contacts/queries.ts'
import * as contactQueries from '#messaging/contacts/queries.ts'
import * as conversations from '#messaging/conversations/actions.ts'
import type { DraftOutcome } from '#messaging/sending/plan.ts'
import type { NewMessage } from '#messaging/sending/schema.ts'
import type { Sender } from '#messaging/sending/send.ts'
import { renderTemplate } from '#messaging/templates/rules.ts'
import { find } from './actions.ts'
import { prepare } from './content.ts'
import { valuesFor } from './variables.ts'

export function createTestSend(app: App, sender: Sender) {
  const { database } = app
  return async (
    actor: Actor,
    id: Uuid,
    contactId: Uuid,
    idempotency: Idempotency | null,
    replyTo: (outcomes: DraftOutcome[]) => Reply,
  ): Promise<Reply> => {
    const { organizationId } = actor
    const row = await find(database.reads, actor, id)
    const { content } = await prepare(database.reads, organizationId, row)
    const contact = await database.reads.row<ContactRow>(contactQueries.byId(actor, contactId))
    if (!contact) throw absentIn('contact_id', 'contact')
    const variables = valuesFor(content.sources, contact)
    const started = await database.transaction(async (tx) => {
      const [one] = await conversations.start(tx, actor, [{ actor, input: { contact_id: contactId } }])
      return one
    }, organizationId)
    if (started === undefined || started instanceof Refusal)
      throw started ?? new Error('a conversation is started or refused')
    const draft: NewMessage = { conversation_id: started.row.id, channel: row.channel, ...said() }
    return sender.answer(actor, [draft], idempotency, replyTo)

    function said(): Partial<NewMessage> {
      if (row.template_id !== null)
        return { template_id: row.template_id, ...(content.read.names.length > 0 ? { variables } : {}) }
      const words = renderTemplate(content.read, variables)
      if (words instanceof Refusal) throw words
      const { subject, text, html } = words
      return { subject, text, html }
    }
  }
}
