// What a lower domain must do in the same transaction when something happens in a higher one, which need not know who
// hangs below it: a wallet opens with its organization, messages go with their conversation. server/program/hooks.ts
// says who hears of what.

import type { Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'

/** What happens, and what its hooks are told of it: the ids of the noun, where nothing else is said. */
interface Happenings {
  'organization.created': Uuid[]
  /** The operator has ended a suspension that began at `since`. */
  'organization.resumed': { since: Date }
  /**
   * Told after it, in the same transaction: they left the organization, or have other permissions now. What they may
   * no longer have goes to `transferTo`, where somebody was named.
   */
  'members.changed': { userIds: Uuid[]; transferTo: Uuid | null }
  'contact.removing': Uuid[]
  /**
   * Told before the contact is deleted, where a person is to be forgotten: what names no contact is found by their
   * addresses, one field of each set.
   */
  'contact.erasing': {
    addresses: readonly { email: string | null; phone_number: string | null; app_id: string | null }[]
  }
  /** The contact itself did it, by a link, a word or its provider. It is locked. */
  'contact.unsubscribed': { contactId: Uuid; channel: string }
  /** The contact reported what it got as spam. It is locked. */
  'contact.complained': { contactId: Uuid; channel: string }
  'group.removing': Uuid[]
  /** `from` is about to go, and what names it names `into`. Both are locked, and the wallet. */
  'contact.merging': { from: Uuid; into: Uuid }
  'conversation.removing': Uuid[]
  'message.removing': Uuid[]
  /** Told behind it: their rows are gone, locked until the transaction ends. */
  'message.forgotten': Uuid[]
  /** Told behind it: these words can be found from now on, and no longer those before. */
  'words.changed': { kind: 'message' | 'contact' | 'group' | 'submission' | 'conversation'; ids: Uuid[] }
  /** Events of these have become tombstones, all or some: what else repeats them goes too. */
  'events.buried': { objectIds: Uuid[]; areAll: boolean }
  /** Messages of a conversation that became part of another come over to it, a piece at a time. */
  'message.merging': { id: Uuid; into: Uuid }[]
  /** The contact is gone, and what went to it of these messages is being forgotten, a piece at a time. */
  'contact.forgetting': { messageIds: Uuid[]; contactIds: Uuid[] }
  /**
   * Each `from` is about to go, and what it holds becomes that of `into`. The wallet and the conversations are
   * locked.
   */
  'conversation.merging': { from: Uuid; into: Uuid }[]
  /** Some parts of them have left, and not all: whatever becomes of the rest, they are paid for. */
  'delivery.left_in_part': Uuid[]
  /** All parts of them were taken by the provider, under these names, and nobody could note it at that moment. */
  'delivery.parts_taken': { id: Uuid; partIds: readonly (string | null)[] }[]
  /**
   * A charge is to be given back; refuses while its messages may yet be reversed. The wallet is locked, the ids are
   * transactions.
   */
  'charge.refunding': Uuid[]
  /** A refund of a charge went to the wallet, which is locked; the ids are the charges. */
  'charge.refunded': Uuid[]
  /** A refund of a charge was rejected; the wallet is locked, the ids are the charges. */
  'charge.kept': Uuid[]
  /**
   * More is taken back than is available, of credit that campaigns have reserved: they release it, and the wallet with
   * it, which is locked.
   */
  'credit.short': { walletState: { reserved: bigint } }
  /** Money came in; the wallet is locked. */
  'credit.added': { walletState: { reserved: bigint } }
  /** A recharge succeeded or failed; the wallet is locked. */
  'recharge.settled': Uuid[]
  /** The organization has premium from now on, or no longer: caches and domains follow. */
  'premium.changed': { hasPremium: boolean }
}
type Happening = keyof Happenings

/** Runs in the transaction of what happens, before or behind it as `Happenings` says. */
export type Hook<Name extends Happening> = (tx: Tx, scope: Scope, what: Happenings[Name]) => Promise<void>

/** For everything that happens who hears of it, in their order. */
export type Hooks = { readonly [Name in Happening]: readonly Hook<Name>[] }

let table: Hooks | null = null

/** Once in every process, with the one table that there is: server/program/hooks.ts. */
export function useHooks(hooks: Hooks): void {
  table = hooks
}

/** Called by the owner of the noun: for a removal, before it deletes its own rows. */
export async function runHooks<Name extends Happening>(
  happening: Name,
  tx: Tx,
  scope: Scope,
  what: Happenings[Name],
): Promise<void> {
  if (!table) throw new Error(`no hooks for ${happening} are registered in this process`)
  for (const hook of table[happening] as readonly Hook<Name>[]) await hook(tx, scope, what)
}
