// Stores messages received by the sandbox's provider servers, many in one transaction, each for its organization, and
// returns how the server should respond to each.

import type { App } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import { GroupCommit } from '#kit/group-commit.ts'
import type { Uuid } from '#kit/ids.ts'
import { type Behaviour, takeBehaviour } from './behaviour.ts'
import type { ArrivedMail } from './queries.ts'
import * as queries from './queries.ts'
import { TIMEOUT } from './rules.ts'

const FLUSH_MESSAGES_MAX = 200
const WAITING_MESSAGES_MAX = 2000

type Outcome = { behaviour: Behaviour } | { error: unknown }

/** Stores the message unless it is refused, and returns the provider's behaviour. Rejects when it cannot be stored. */
export type KeepInSandbox = (organizationId: Uuid, message: ArrivedMail) => Promise<Behaviour>

export function createSandboxInbox({ database }: App): KeepInSandbox {
  /** Skips messages whose delivery is locked or deleted, and returns them as `left`. */
  const flush = (organizationId: Uuid, rows: ArrivedMail[]) =>
    database.transaction(async (tx) => {
      const behaviours = await behavioursOf(tx, organizationId, rows)
      const arriving = rows.filter((row) => arrives(behaviours.get(row.id) as Behaviour))
      if (arriving.length === 0) return { behaviours, left: new Set() }
      const kept = await tx.rows<{ id: Uuid }>(queries.insert(organizationId, arriving, 'pass over'))
      const left = new Set(arriving.map(({ id }) => id))
      for (const { id } of kept) left.delete(id)
      return { behaviours, left }
    }, organizationId)

  /** Its delivery is deleted or locked: waits for the lock to find out which. */
  const keepAlone = (organizationId: Uuid, row: ArrivedMail, behaviour: Behaviour): Promise<Outcome> =>
    database
      .transaction((tx) => tx.run(queries.insert(organizationId, [row], 'wait')), organizationId)
      .then(
        () => ({ behaviour }),
        (error) => ({ error }),
      )

  const inbox = new GroupCommit<ArrivedMail, Outcome>(
    async (key, rows) => {
      const organizationId = key as Uuid
      const { behaviours, left } = await flush(organizationId, rows)
      const outcomes: Outcome[] = []
      for (const row of rows) {
        const behaviour = behaviours.get(row.id) as Behaviour
        outcomes.push(left.has(row.id) ? await keepAlone(organizationId, row, behaviour) : { behaviour })
      }
      return outcomes
    },
    () => 1,
    { flushWeightMax: FLUSH_MESSAGES_MAX, waitingMax: WAITING_MESSAGES_MAX },
  )

  return async (organizationId, message) => {
    const outcome = await inbox.submit(organizationId, organizationId, message)
    if ('error' in outcome) throw outcome.error
    return outcome.behaviour
  }
}

const arrives = ({ failCode }: Behaviour): boolean => failCode === null || failCode === TIMEOUT

/**
 * The first delivery of each channel gets the configured failure. Messages that are no deliveries are never refused.
 */
async function behavioursOf(tx: Tx, organizationId: Uuid, rows: readonly ArrivedMail[]): Promise<Map<Uuid, Behaviour>> {
  const behaviours = new Map<Uuid, Behaviour>()
  for (const [channel, all] of Map.groupBy(rows, (row) => row.channel)) {
    const first = all.find((row) => row.delivery_id !== null)
    const taken = first && (await takeBehaviour(tx, organizationId, channel))
    for (const row of all)
      behaviours.set(row.id, {
        receipts: taken?.receipts ?? 'automatic',
        failCode: row === first ? (taken?.failCode ?? null) : null,
      })
  }
  return behaviours
}
