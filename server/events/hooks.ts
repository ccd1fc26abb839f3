// Hooks: what lower domains do in the same transaction when something happens in a higher one, without a dependency
// upwards: a wallet is opened with its organization, messages are deleted with their conversation.
// server/program/hooks.ts connects them.

import type { Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'

/** The happenings and the arguments of their hooks; object ids unless stated otherwise. */
interface Happenings {
  'organization.created': Uuid[]
  /** The operator has ended a suspension that started at `since`. */
  'organization.resumed': { since: Date }
  /**
   * After members left or their permissions changed, in the same transaction. Objects they may no longer own go to
   * `transferTo`, if set.
   */
  'members.changed': { userIds: Uuid[]; transferTo: Uuid | null }
  'contact.removing': Uuid[]
  /**
   * Before an erased contact is deleted: data without a reference to the contact is found by addresses; each set has
   * one field.
   */
  'contact.erasing': {
    addresses: readonly { email: string | null; phone_number: string | null; app_id: string | null }[]
  }
  /** The contact unsubscribed itself, by a link, a keyword or its provider. It is locked. */
  'contact.unsubscribed': { contactId: Uuid; channel: string }
  /** The contact reported a message as spam. It is locked. */
  'contact.complained': { contactId: Uuid; channel: string }
  'group.removing': Uuid[]
  /** `from` will be deleted, and references to it become references to `into`. Both are locked, and the wallet. */
  'contact.merging': { from: Uuid; into: Uuid }
  'conversation.removing': Uuid[]
  'message.removing': Uuid[]
  /** After their rows were deleted; locked until the transaction ends. */
  'message.forgotten': Uuid[]
  /** After the change: the objects' new words become searchable, and the previous ones no longer are. */
  'words.changed': { kind: 'message' | 'contact' | 'group' | 'submission' | 'conversation'; ids: Uuid[] }
  /** All or some events of these objects have become tombstones: copies of their content elsewhere are deleted too. */
  'events.buried': { objectIds: Uuid[]; areAll: boolean }
  /** Messages of a merged conversation are moved to the other one in batches. */
  'message.merging': { id: Uuid; into: Uuid }[]
  /** The contact is deleted, and its copies of these messages are being deleted in batches. */
  'contact.forgetting': { messageIds: Uuid[]; contactIds: Uuid[] }
  /**
   * Each `from` will be deleted, and its contents become those of `into`. The wallet and the conversations are locked.
   */
  'conversation.merging': { from: Uuid; into: Uuid }[]
  /** Some of their parts were sent: they stay charged, whatever happens to the rest. */
  'delivery.left_in_part': Uuid[]
  /** The provider accepted all parts with these ids, and storing that failed at the time. */
  'delivery.parts_taken': { id: Uuid; partIds: readonly (string | null)[] }[]
  /**
   * A charge is about to be refunded; throws while its messages may still be reversed. The wallet is locked; the ids
   * are transactions.
   */
  'charge.refunding': Uuid[]
  /** A charge was refunded to the wallet, which is locked; the ids are the charges. */
  'charge.refunded': Uuid[]
  /** A refund of a charge was rejected; the wallet is locked, the ids are the charges. */
  'charge.kept': Uuid[]
  /**
   * More credit is taken back than is available, and campaigns have reserved it: they release their reservations. The
   * wallet is locked and updated.
   */
  'credit.short': { walletState: { reserved: bigint } }
  /** Credit was added; the wallet is locked. */
  'credit.added': { walletState: { reserved: bigint } }
  /** A recharge succeeded or failed; the wallet is locked. */
  'recharge.settled': Uuid[]
  /** The organization has premium from now on, or no longer: caches and domains are updated. */
  'premium.changed': { hasPremium: boolean }
}
type Happening = keyof Happenings

/** Runs in the transaction of the happening, before or after it as `Happenings` says. */
export type Hook<Name extends Happening> = (tx: Tx, scope: Scope, what: Happenings[Name]) => Promise<void>

/** The hooks of each happening, in order. */
export type Hooks = { readonly [Name in Happening]: readonly Hook<Name>[] }

let table: Hooks | null = null

/** Called once per process, with the table in server/program/hooks.ts. */
export function useHooks(hooks: Hooks): void {
  table = hooks
}

/** Called by the domain of the object: before it deletes its own rows when they are being removed. */
export async function runHooks<Name extends Happening>(
  happening: Name,
  tx: Tx,
  scope: Scope,
  what: Happenings[Name],
): Promise<void> {
  if (!table) throw new Error(`no hooks for ${happening} are registered in this process`)
  for (const hook of table[happening] as readonly Hook<Name>[]) await hook(tx, scope, what)
}
