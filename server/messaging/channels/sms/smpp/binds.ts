// SMPP binds of this process, one per account: opened on demand, kept while used or configured to stay, and retried
// after a delay when opening fails.

import type { Socket } from 'node:net'
import { detailsOfError, Explained } from '#kit/explained.ts'
import type { Uuid } from '#kit/ids.ts'
import { type Detail, detailsOf } from '#kit/messages/details.ts'
import type { IdFormat } from '../settings.ts'
import { type Destination } from './connect.ts'
import { BindRefused } from './faults.ts'
import { type Line, Repetitions } from './kept.ts'
import type { BindLeases } from './leases.ts'
import { meaningOf } from './outcomes.ts'
import type { BindFields, Pdu } from './pdu.ts'
import { SmppSession } from './session.ts'

/** The connection of one account. */
export interface BindPlan {
  organizationId: Uuid
  /** Differs between accounts, and changes with an account's settings. */
  fingerprint: string
  destination: Destination
  bind: BindFields
  window: number
  messagesPerSecond: number | null
  enquireLinkMs: number
  idFormat: IdFormat
  /** Maximum number of connections of all processes; null when unlimited. */
  places: number | null
  /** True when it stays open without traffic. */
  isHeld: boolean
}

/** Stores what the provider sent, with a fingerprint; resolves once it is stored. */
export type Arrive = (plan: BindPlan, pdu: Pdu, fingerprint: string) => Promise<void>

/** No message can be sent through this account at the moment. */
export class NoBind extends Explained {}
/** Other processes hold all connections that the account allows. */
export class AllHeld extends Explained {}

export const IDLE_MS = 60_000
const BACKOFF_FIRST_MS = 1_000
const BACKOFF_MAX_MS = 60_000
const ESME_ROK = 0

interface Bound {
  plan: BindPlan
  making: Promise<SmppSession>
  session: SmppSession | null
}

interface Failure {
  fingerprint: string
  count: number
  untilMs: number
  details: readonly Detail[]
}

export class Binds {
  readonly #bound = new Map<Uuid, Bound>()
  readonly #failures = new Map<Uuid, Failure>()
  readonly #repetitions = new Map<Uuid, Repetitions>()
  readonly #connect: (destination: Destination) => Promise<Socket>
  readonly #leases: BindLeases
  readonly #arrive: Arrive
  #isClosed = false

  constructor(connect: (destination: Destination) => Promise<Socket>, leases: BindLeases, arrive: Arrive) {
    this.#connect = connect
    this.#leases = leases
    this.#arrive = arrive
  }

  /** Rejects with NoBind or AllHeld. */
  async sessionOf(plan: BindPlan): Promise<SmppSession> {
    const { organizationId, fingerprint } = plan
    if (this.#isClosed) throw new NoBind(detailsOf('program_ending'))
    const bound = this.#bound.get(organizationId)
    if (bound?.plan.fingerprint === fingerprint && (bound.session === null || bound.session.isOpen)) return bound.making
    if (bound) await this.#drop(organizationId, bound)
    // A concurrent caller has opened one in the meantime.
    const other = this.#bound.get(organizationId)
    if (other) return this.sessionOf(plan)
    const failure = this.#failures.get(organizationId)
    if (failure?.fingerprint === fingerprint && performance.now() < failure.untilMs) throw new NoBind(failure.details)
    const made: Bound = { plan, session: null, making: this.#make(plan) }
    this.#bound.set(organizationId, made)
    try {
      made.session = await made.making
      this.#failures.delete(organizationId)
      return made.session
    } catch (error) {
      if (this.#bound.get(organizationId) === made) this.#bound.delete(organizationId)
      if (error instanceof NoBind) this.#remember(plan, error.details)
      throw error
    }
  }

  async #make(plan: BindPlan): Promise<SmppSession> {
    const { organizationId, places } = plan
    if (places !== null && !(await this.#leases.take(organizationId, places).catch(fail)))
      throw new AllHeld(detailsOf('smpp_connections_taken'))
    const repetitions = this.#repetitions.get(organizationId) ?? new Repetitions()
    this.#repetitions.set(organizationId, repetitions)
    const line: Line = { endedAtMs: null }
    try {
      return await SmppSession.bind(await this.#connect(plan.destination), {
        ...plan,
        onEnd() {
          line.endedAtMs = performance.now()
        },
        onArrival: async (pdu) => {
          const { fingerprint, answered } = repetitions.fingerprintOf(pdu, line)
          await this.#arrive(plan, pdu, fingerprint)
          setImmediate(answered)
          return ESME_ROK
        },
      })
    } catch (error) {
      if (places !== null) await this.#leases.release(organizationId).catch(() => {})
      throw new NoBind(error instanceof BindRefused ? meaningOfBind(error) : detailsOfError(error))
    }
  }

  #remember({ organizationId, fingerprint }: BindPlan, details: readonly Detail[]): void {
    const before = this.#failures.get(organizationId)
    const count = before?.fingerprint === fingerprint ? before.count + 1 : 1
    const waitMs = Math.min(BACKOFF_FIRST_MS * 2 ** (count - 1), BACKOFF_MAX_MS)
    this.#failures.set(organizationId, { fingerprint, count, untilMs: performance.now() + waitMs, details })
  }

  async #drop(organizationId: Uuid, bound: Bound): Promise<void> {
    if (this.#bound.get(organizationId) === bound) this.#bound.delete(organizationId)
    await bound.session?.close()
    if (bound.plan.places !== null) await this.#leases.release(organizationId).catch(() => {})
  }

  /** Called at intervals: closes unused binds and those whose slot was lost; returns the organizations with a bind. */
  async tend(): Promise<Uuid[]> {
    const leased = [...this.#bound.values()].filter(({ plan }) => plan.places !== null)
    const held = new Set(await this.#leases.renew(leased.map(({ plan }) => plan.organizationId)))
    const now = performance.now()
    for (const [organizationId, bound] of this.#bound) {
      const { session, plan } = bound
      if (session === null) continue
      const isIdle = !plan.isHeld && session.inHand === 0 && now - session.lastUsedMs > IDLE_MS
      const isLost = plan.places !== null && !held.has(organizationId)
      if (isIdle || isLost || !session.isOpen) await this.#drop(organizationId, bound)
    }
    return [...this.#bound.keys()]
  }

  /** Closes the bind of an account that must no longer stay connected. */
  async release(organizationId: Uuid): Promise<void> {
    const bound = this.#bound.get(organizationId)
    if (bound) await this.#drop(organizationId, bound)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    const all = [...this.#bound]
    this.#bound.clear()
    await Promise.all(all.map(([organizationId, bound]) => this.#drop(organizationId, bound)))
  }
}

const fail = (error: Error): never => {
  throw new NoBind(error.message)
}

/** spec 7.41: the meaning of the status, and what a person can do about it. */
export function meaningOfBind({ status }: BindRefused): readonly Detail[] {
  const { detail } = meaningOf(status)
  const remedies: Record<number, readonly Detail[]> = {
    4: detailsOf('smpp_no_transceiver'),
    5: detailsOf('smpp_bound_already'),
    13: detailsOf('smpp_address_allowed'),
    14: detailsOf('smpp_password_wrong'),
    15: detailsOf('smpp_system_id_wrong'),
    83: detailsOf('smpp_system_type_wrong'),
  }
  return [...detail, ...(remedies[status] ?? [])]
}
