// Stores inbound events of all organizations, concurrent ones in one transaction. The provider gets its response after
// the commit; the inbound job parses and processes them.

import type { App } from '#kit/app.ts'
import { GroupCommit } from '#kit/group-commit.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { arrivalLast, arrivals as counted } from '#kit/metrics.ts'
import { enqueueWork, enqueueWorkOfMany } from '#kit/work.ts'
import type { KeepArrivals, NewArrival } from './arrival.ts'
import { fingerprintOf, insertArrivals, type KeptArrival } from './queries.ts'
import { createRoom, limits } from './room.ts'

/** Per transaction: the number of events, where a large one counts as several. */
const FLUSH_WEIGHT_MAX = 1000
const BYTES_OF_A_WEIGHT = 16 * 1024
/** Calls of one organization that wait in this process. */
const WAITING_MAX = 5000
/** PostgreSQL works on one flush while the next is being sent. */
const FLUSHES_MAX = 2
const TOGETHER = 'arrivals together'

/** One organization's events from one call. */
interface Brought {
  organizationId: Uuid
  arrivals: readonly NewArrival[]
}

export function createArrivals(app: App, most = limits): { keep: KeepArrivals } {
  const room = createRoom(app, most)

  async function keepTogether(jobs: readonly Brought[]): Promise<undefined[]> {
    const at = app.clock()
    const brought = jobs.flatMap(({ arrivals }) => arrivals)
    const given = distinct(brought, at)
    const noted = await app.database.transaction(async (tx) => {
      const inserted = await tx.rows<{ org_id: Uuid; channel: string }>(insertArrivals(given, at))
      const organizationIds = [...new Set(inserted.map(({ org_id }) => org_id))].toSorted()
      const [only, ...others] = organizationIds
      if (only !== undefined)
        await tx.run(
          others.length === 0 ? enqueueWork('arrivals', only, at) : enqueueWorkOfMany('arrivals', organizationIds, at),
        )
      return inserted
    }, TOGETHER)
    count(brought, noted, at)
    if (noted.length > 0) app.wake('arrivals')
    return jobs.map(() => undefined)
  }

  const commit = new GroupCommit<Brought, undefined>((_group, jobs) => keepTogether(jobs), weightOf, {
    flushWeightMax: FLUSH_WEIGHT_MAX,
    waitingMax: WAITING_MAX,
    flushesMax: () => FLUSHES_MAX,
  })

  return {
    async keep(arrivals) {
      const byOrganization = [...Map.groupBy(arrivals, ({ organizationId }) => organizationId)]
      await Promise.all(
        byOrganization.map(async ([organizationId, all]) => {
          await room.take(organizationId, all)
          await commit.submit(app.groupOf(organizationId), organizationId, { organizationId, arrivals: all })
        }),
      )
    },
  }
}

const weightOf = ({ arrivals }: Brought): number =>
  arrivals.reduce((sum, { body }) => sum + 1 + Math.floor(body.length / BYTES_OF_A_WEIGHT), 0)

function count(brought: readonly NewArrival[], kept: readonly { channel: string }[], at: Date): void {
  for (const channel of new Set(brought.map((one) => one.channel))) {
    const ofIt = (all: readonly { channel: string }[]) => all.filter((one) => one.channel === channel).length
    const isKept = ofIt(kept)
    counted.inc({ channel, result: 'kept' }, isKept)
    arrivalLast.set({ channel }, at.getTime() / 1000)
    counted.inc({ channel, result: 'repeated' }, ofIt(brought) - isKept)
  }
}

/**
 * Each event once, with ids in arrival order. Sorted as every transaction inserts them, so that two transactions with
 * the same events wait for each other in one order.
 */
function distinct(arrivals: readonly NewArrival[], at: Date): KeptArrival[] {
  const byHash = new Map<string, KeptArrival>()
  for (const arrival of arrivals) {
    const hash = fingerprintOf(arrival)
    const key = hash.toString('base64')
    if (!byHash.has(key)) byHash.set(key, { ...arrival, id: newUuid(at.getTime()), hash })
  }
  return [...byHash.values()].sort(
    (a, b) =>
      (a.organizationId < b.organizationId ? -1 : Number(a.organizationId > b.organizationId)) ||
      Buffer.compare(a.hash, b.hash),
  )
}
