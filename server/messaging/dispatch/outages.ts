// Detects organizations whose own account accepts nothing. Dispatch only marks them in memory, which is free; a
// separate job stores the outage and notifies the organization. spec 14.72.

import { emit } from '#events/actions.ts'
import type { App } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import * as accounts from '#messaging/channels/accounts/actions.ts'
import { accountFailing, accountRecovered } from '#messaging/channels/accounts/events.ts'
import type { ChannelName } from '#messaging/channels/channel.ts'
import type { Job } from '#worker/job.ts'
import { readQueues } from './backlog.ts'
import type { OutageRow } from './outage-queries.ts'
import * as queries from './outage-queries.ts'

/** Shorter outages are not notified. */
export const TOLD_AFTER_MS = 5 * 60_000
const LOOK_EVERY_MS = 10_000
/**
 * Maximum number of stored outages in memory. More at once are an installation-wide problem, which the metrics show.
 */
const KNOWN_MAX = 10_000

interface Place {
  organizationId: Uuid
  channel: ChannelName
}

const keyOf = ({ organizationId, channel }: Place) => `${organizationId} ${channel}`

export class ChannelOutages {
  readonly #begun = new Map<string, Place & { at: Date }>()
  readonly #over = new Map<string, Place>()
  /** Stored outages, of all processes. */
  #known = new Set<string>()

  /** None of the attempted deliveries was sent. */
  begin(organizationId: Uuid, channel: ChannelName, at: Date): void {
    const key = keyOf({ organizationId, channel })
    this.#over.delete(key)
    if (!this.#known.has(key) && !this.#begun.has(key)) this.#begun.set(key, { organizationId, channel, at })
  }

  /** The account responds again. Called at every turn of dispatch. */
  end(organizationId: Uuid, channel: ChannelName): void {
    if (this.#begun.size === 0 && this.#known.size === 0) return
    const key = keyOf({ organizationId, channel })
    this.#begun.delete(key)
    if (this.#known.has(key)) this.#over.set(key, { organizationId, channel })
  }

  job(app: App): Job {
    return {
      name: 'channel outages',
      everyMs: LOOK_EVERY_MS,
      run: async (signal) => {
        for (const [key, place] of this.#over) {
          if (signal.aborted) return false
          await end(app, place)
          this.#over.delete(key)
        }
        for (const [key, place] of this.#begun) {
          if (signal.aborted) return false
          await begin(app, place, place.at)
          this.#begun.delete(key)
        }
        const rows = await app.database.reads.rows<OutageRow>(queries.all(KNOWN_MAX))
        this.#known = new Set(rows.map(({ org_id, channel }) => keyOf({ organizationId: org_id, channel })))
        for (const { org_id: organizationId, channel, since, told_at } of rows) {
          if (signal.aborted || told_at !== null) return false
          if (app.clock().getTime() - since.getTime() >= TOLD_AFTER_MS) await tell(app, { organizationId, channel })
        }
        return false
      },
    }
  }
}

/** Outages of an account of the installation are the operator's to fix. */
async function begin({ database }: App, { organizationId, channel }: Place, at: Date): Promise<void> {
  await database.transaction(async (tx) => {
    if (await hasOwn(tx, organizationId, channel)) await tx.run(queries.begin(organizationId, channel, at))
  }, organizationId)
}

async function end({ database, clock }: App, { organizationId, channel }: Place): Promise<void> {
  await database.transaction(async (tx) => {
    const row = await tx.row<OutageRow>(queries.end(organizationId, channel))
    if (row?.told_at) await emit(tx, organizationId, clock(), [accountRecovered(organizationId, row)])
  }, organizationId)
}

/** Notifies once, unless nothing waits for the account any more or it is no longer the organization's. */
async function tell({ database, clock }: App, { organizationId, channel }: Place): Promise<void> {
  await database.transaction(async (tx) => {
    const row = await tx.row<OutageRow>(queries.hold(organizationId, channel))
    if (!row || row.told_at) return
    const at = clock()
    const queue = (await readQueues(tx, organizationId, at)).get(channel)
    if (!queue?.error || !(await hasOwn(tx, organizationId, channel))) {
      await tx.run(queries.end(organizationId, channel))
      return
    }
    await tx.run(queries.noteTold(organizationId, channel, at))
    await emit(tx, organizationId, at, [accountFailing(organizationId, row, queue, at)])
  }, organizationId)
}

async function hasOwn(tx: Tx, organizationId: Uuid, channel: ChannelName): Promise<boolean> {
  const states = await accounts.states(tx, [organizationId], channel)
  return states.get(organizationId)?.history.hasOwnAccount ?? false
}
