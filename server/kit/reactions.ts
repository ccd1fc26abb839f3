// What a lower domain must do in the same transaction when something happens in a higher one, which need not know who hangs
// below it: a wallet opens with its organization, messages go with their conversation. app.ts loads those who react, in every process.

import type { Tx } from './database.ts'
import type { Uuid } from './ids.ts'

/** What happens, and what those who react are told of it: the ids of the noun, where nothing else is said. */
interface Happenings {
  'organization.created': Uuid[]
  /**
   * Told after it, in the same transaction: they left the organization, or have other permissions now. What they may no longer have
   * goes to `transferTo`, where somebody was named.
   */
  'members.changed': { userIds: Uuid[]; transferTo: Uuid | null }
  'contact.removing': Uuid[]
  'group.removing': Uuid[]
  'conversation.removing': Uuid[]
  'message.removing': Uuid[]
  /** Each `from` is about to go, and what it holds becomes that of `into`. The wallet and the conversations are locked. */
  'conversation.merging': { from: Uuid; into: Uuid }[]
  /** A charge is to be given back; refuses while its messages may yet be reversed. The wallet is locked, the ids are transactions. */
  'charge.refunding': Uuid[]
  /** A refund of a charge went to the wallet, which is locked; the ids are the charges. */
  'charge.refunded': Uuid[]
  /** A recharge succeeded or failed; the wallet is locked. */
  'recharge.settled': Uuid[]
}
type Happening = keyof Happenings

export interface Scope {
  organizationId: Uuid
  at: Date
}

type Reaction<Name extends Happening> = (tx: Tx, scope: Scope, what: Happenings[Name]) => Promise<void>

const reactions: { [Name in Happening]?: Reaction<Name>[] } = {}

export function reactTo<Name extends Happening>(happening: Name, reaction: Reaction<Name>): void {
  const before: Reaction<Name>[] = reactions[happening] ?? []
  Object.assign(reactions, { [happening]: [...before, reaction] })
}

/** Called by the owner of the noun: for a removal, before it deletes its own rows. */
export async function tellBelow<Name extends Happening>(
  happening: Name,
  tx: Tx,
  scope: Scope,
  what: Happenings[Name],
): Promise<void> {
  const below: Reaction<Name>[] | undefined = reactions[happening]
  // An organization without a wallet, say, must not come to be because a process forgot to load who opens it.
  if (!below) throw new Error(`nobody who reacts to ${happening} is loaded`)
  for (const reaction of below) await reaction(tx, scope, what)
}
