// What a lower domain must do in the same transaction when something happens in a higher one, which need not know who hangs
// below it: a wallet opens with its organization, messages go with their conversation. app.ts loads those who react, in every process.

import type { Tx } from './database.ts'
import type { Uuid } from './ids.ts'

type Happening =
  | 'organization.created'
  | 'contact.removing'
  | 'group.removing'
  | 'conversation.removing'
  /** A charge is to be given back; refuses while its messages may yet be reversed. The wallet is locked, `ids` are transactions. */
  | 'charge.refunding'
  /** A refund of a charge went to the wallet, which is locked; `ids` are the charges. */
  | 'charge.refunded'
  /** A recharge succeeded or failed; the wallet is locked. */
  | 'recharge.settled'

export interface Scope {
  organizationId: Uuid
  at: Date
}

type Reaction = (tx: Tx, scope: Scope, ids: Uuid[]) => Promise<void>

const reactions = new Map<Happening, Reaction[]>()

export function reactTo(happening: Happening, reaction: Reaction): void {
  reactions.set(happening, [...(reactions.get(happening) ?? []), reaction])
}

/** Called by the owner of the noun: for a removal, before it deletes its own rows. `ids` are those of the noun. */
export async function tellBelow(happening: Happening, tx: Tx, scope: Scope, ids: Uuid[]): Promise<void> {
  const below = reactions.get(happening)
  // An organization without a wallet, say, must not come to be because a process forgot to load who opens it.
  if (!below) throw new Error(`nobody who reacts to ${happening} is loaded`)
  for (const reaction of below) await reaction(tx, scope, ids)
}
