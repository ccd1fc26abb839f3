// A worker's journal of its deliveries, from which the next worker learns which ones were certainly not sent: each
// claim before it is made, each delivery before its first byte goes to the provider, and each provider response.
// Entries count in memory immediately; actions that depend on an entry wait until the file has it.

import { join } from 'node:path'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { makeFolder } from '#kit/make-folder.ts'
import { bootOf, giveSignOfLife, type SignOfLife } from '#kit/sign-of-life.ts'
import type { Outcome } from '../rules.ts'
import { JournalFile } from './file.ts'
import { removeJournal } from './folder.ts'
import { type Claim, claimLine, endLine, type Left, leavingLine, type NotedOutcome, outcomeLine } from './lines.ts'

/** Folder in DATA_DIR with one journal per worker. */
export const FOLDER = 'dispatch'
const OWNER_ALONE = 0o700
/** After a lease ends, its deliveries are settled within seconds, or once the database is back. */
const KEPT_BEHIND_LEASE_MS = 600_000

interface Known {
  claim: Claim
  /** Deliveries of which a byte may have been sent. */
  left: Left
  /** True when `left` contains every delivery that may have been sent. */
  isWhole: boolean
  /** Deliveries that can no longer be sent under this claim. */
  takenBack: Set<Uuid>
  /** Deliveries that are not settled yet; null until the claim is known to have committed. */
  open: Set<Uuid> | null
  /** True when orphaned deliveries may belong to the claim. */
  isLeftBehind: boolean
  isInherited: boolean
  /** By performance.now(): the end of this process's claim, and of the time in which it can be looked up. */
  until: number
  keptUntil: number
}

/** A delivery under a claim. */
export interface UnderClaim {
  id: Uuid
  claim_id: Uuid | null
}

export class DispatchJournal {
  readonly folder: string
  readonly worker = newUuid()
  readonly #claims = new Map<Uuid, Known>()
  #boot: string | null = null
  #file: JournalFile | null = null
  #life: SignOfLife | null = null
  #isClosed = false
  /** For systems where the death of a process cannot be detected. */
  #isInMemory = false

  constructor(dataDirectory: string) {
    this.folder = join(dataDirectory, FOLDER)
  }

  /** Called before anything is claimed, any number of times. Throws if the journal cannot be written. */
  async open(): Promise<void> {
    if (this.#isClosed) throw new Error('the journal is closed')
    if (this.#isInMemory) return
    this.#boot ??= await bootOf()
    this.#isInMemory = this.#boot === null
    if (this.#boot === null) return
    await makeFolder(this.folder, OWNER_ALONE)
    // The liveness socket first: whoever sees the journal also sees that its worker is alive.
    this.#life ??= await giveSignOfLife(this.folder, `${this.worker}.socket`)
    if (this.#life === null) {
      this.#boot = null
      this.#isInMemory = true
      return
    }
    this.#file ??= new JournalFile(join(this.folder, `${this.worker}.journal`), this.#boot, () => this.#text())
    await this.#file.renew()
  }

  get boot(): string | null {
    return this.#boot
  }

  /** While it is set, nothing can be sent. */
  get fault(): Error | null {
    return this.#file?.fault ?? null
  }

  /** Called before the transaction that claims. */
  async begin(organizationIds: readonly Uuid[], at: Date, leaseUntil: Date): Promise<Claim> {
    this.#expire()
    const claim = { id: newUuid(), leaseUntil, organizationIds }
    const until = performance.now() + leaseUntil.getTime() - at.getTime()
    this.#claims.set(claim.id, known(claim, until))
    try {
      await this.#file?.append(claimLine(claim))
    } catch (error) {
      this.#claims.delete(claim.id)
      throw error
    }
    return claim
  }

  /** Records the claimed deliveries. */
  took({ id }: Claim, deliveryIds: readonly Uuid[]): void {
    const found = this.#claims.get(id)
    if (deliveryIds.length === 0) this.#claims.delete(id)
    else if (found) found.open = new Set(deliveryIds)
  }

  /** The claim's transaction was never started. */
  drop({ id }: Pick<Claim, 'id'>): void {
    this.#claims.delete(id)
  }

  /** The claim's transaction failed and may have committed. None of its deliveries is in flight. */
  leaveBehind({ id }: Claim): void {
    const found = this.#claims.get(id)
    if (found) found.isLeftBehind = true
  }

  /** Takes over a dead worker's claim. `isWhole`: `left` contains every delivery that may have been sent. */
  inherit(claim: Claim, left: Left, isWhole: boolean): void {
    if (this.#claims.has(claim.id)) return
    const until = performance.now()
    this.#claims.set(claim.id, { ...known(claim, until), left, isWhole, isLeftBehind: true, isInherited: true })
  }

  /** Claims that may have orphaned deliveries. */
  leftBehind(): Claim[] {
    this.#expire()
    return [...this.#claims.values()].filter(({ isLeftBehind }) => isLeftBehind).map(({ claim }) => claim)
  }

  isKnown(claimId: Uuid): boolean {
    return this.#claims.has(claimId)
  }

  /**
   * Called before the first byte that could make a provider accept the message. Rejects when the delivery must not be
   * sent: it was requeued, its claim has ended (for example after the process was suspended), or the journal cannot be
   * written.
   */
  async leave({ id, claim_id }: UnderClaim): Promise<void> {
    const found = claim_id === null ? undefined : this.#claims.get(claim_id)
    if (this.#isClosed || !found || found.isInherited || found.takenBack.has(id))
      throw new Error('The delivery was given back before it left.')
    if (performance.now() >= found.until) throw new Error('The lease of the delivery ran out before it left.')
    found.left.set(id, null)
    await this.#file?.append(leavingLine(found.claim.id, id))
  }

  /** True when the delivery was not sent; from then on it cannot be sent under this claim. */
  takeBack({ id, claim_id }: UnderClaim): boolean {
    const found = claim_id === null ? undefined : this.#claims.get(claim_id)
    if (!found?.isWhole || found.left.has(id)) return false
    found.takenBack.add(id)
    return true
  }

  /**
   * Records the outcome of a sent delivery before it is stored in the database. Nobody waits for the line: without it
   * the outcome is unknown, as if the provider had not responded.
   */
  note({ id, claimId, organizationId: _, leaseUntil: __, ...outcome }: Outcome, at: Date): void {
    const found = claimId === null ? undefined : this.#claims.get(claimId)
    if (!found?.left.has(id) || found.isInherited || outcome.status === 'sending') return
    const noted = { ...outcome, at }
    found.left.set(id, noted)
    if (!this.#isClosed) this.#file?.append(outcomeLine(found.claim.id, id, noted)).catch(() => {})
  }

  /** The recorded outcome; null when there is none. */
  outcomeOf({ id, claim_id }: UnderClaim): NotedOutcome | null {
    return (claim_id === null ? null : this.#claims.get(claim_id)?.left.get(id)) ?? null
  }

  /** Its outcome is recorded, or is no longer this worker's to record. */
  settled({ id, claim_id }: UnderClaim): void {
    const found = claim_id === null ? undefined : this.#claims.get(claim_id)
    if (!found?.open?.delete(id) || found.open.size > 0) return
    this.#claims.delete(found.claim.id)
  }

  /** Nothing is sent any more. The journal stays as long as its entries may be looked up. */
  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    const isNeeded = [...this.#claims.values()].some(({ isInherited }) => !isInherited)
    const hasEnded = await this.#file?.append(endLine).then(
      () => true,
      () => false,
    )
    this.#file?.close()
    if (!isNeeded) await removeJournal(this.folder, this.worker)
    // Without a final line the end of the process is the signal; ending the sign of life too would remove the only one.
    if (!isNeeded || hasEnded) await this.#life?.end()
  }

  #text(): string {
    const own = [...this.#claims.values()].filter(({ isInherited }) => !isInherited)
    const lines = own.flatMap(({ claim, left }) => [
      claimLine(claim),
      ...Array.from(left, ([id, noted]) => leavingLine(claim.id, id) + (noted ? outcomeLine(claim.id, id, noted) : '')),
    ])
    return lines.join('') + (this.#isClosed ? endLine : '')
  }

  #expire(): void {
    const now = performance.now()
    for (const [id, { keptUntil }] of this.#claims) if (keptUntil <= now) this.#claims.delete(id)
  }
}

const known = (claim: Claim, until: number): Known => ({
  claim,
  left: new Map(),
  isWhole: true,
  takenBack: new Set(),
  open: null,
  isLeftBehind: false,
  isInherited: false,
  until,
  keptUntil: until + KEPT_BEHIND_LEASE_MS,
})
