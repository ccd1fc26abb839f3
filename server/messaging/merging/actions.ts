// Merges two contacts permanently: addresses, consents, groups, lists, conversations and messages. The ledger is not
// changed: charges do not refer to contacts.

import { runHooks } from '#events/hooks.ts'
import type { Actor } from '#kit/app.ts'
import { planByKey } from '#kit/database/by-key.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import { invalid } from '#kit/refusals.ts'
import { publicId } from '#kit/wire.ts'
import * as contacts from '#messaging/contacts/merging.ts'
import type { ContactRow } from '#messaging/contacts/queries.ts'
import * as conversations from '#messaging/conversations/contact-merging.ts'
import * as messages from '#messaging/messages/contact-merging.ts'
import * as audit from '#people/audit/actions.ts'
import type { ContactMerge } from './schema.ts'

export async function merge(tx: Tx, actor: Actor, into: Uuid, { from, take = [] }: ContactMerge): Promise<ContactRow> {
  if (from === into) throw invalid('from', 'merge_same_contact')
  const { organizationId } = actor
  await tx.run(planByKey())
  await conversations.holdReaders(tx, organizationId)
  const held = await contacts.hold(tx, actor, { from, into })
  await conversations.mergeOfContacts(tx, actor, from, into)
  await messages.mergeOfContacts(tx, actor, { from_id: from, into_id: into })
  await runHooks('contact.merging', tx, actor, { from, into })
  const { row, lost } = await contacts.absorb(tx, actor, held, take)
  audit.record(tx, actor, actor, {
    action: 'contact.merged',
    object: publicId('contact', into),
    details: { from: publicId('contact', from), fields_lost: lost },
  })
  return row
}
