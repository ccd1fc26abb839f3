// Writes that share a transaction: requests of one route that arrive while the previous group commits are executed
// together, across organizations, and each gets its own response. An organization that is blocked is executed alone;
// when its group fails, each request is retried alone, so that one cannot fail the others. After a lost connection
// nothing is retried: no request caused it, a retry would wait as long again, and a commit whose response was lost
// would be done twice.

import type { Actor, App } from '#kit/app.ts'
import { isConnectionFailure } from '#kit/database/errors.ts'
import { areShards } from '#kit/database/shards.ts'
import { GroupCommit } from '#kit/group-commit.ts'
import { Refusal } from '#kit/refusals.ts'
import { Slots } from '#kit/slots.ts'
import { once } from './idempotency.ts'
import type { GroupedRequest, HandleAcross, HandleAll, Idempotency, Reply } from './route.ts'

/** Maximum number of requests per transaction, which holds the locks of all and must stay short. */
const GROUP_MAX = 100
/** Per organization. */
const WAITING_MAX = 5_000
/** Concurrent groups of single organizations, per route: each uses a connection. */
const ALONE_AT_ONCE = 3
/** The owner of connections for requests of several organizations. */
const TOGETHER = 'requests together'

export type RunGrouped = (
  actor: Actor,
  input: GroupedRequest['input'],
  idempotency: Idempotency | null,
) => Promise<Reply>

interface Grouped {
  handleAll: HandleAll
  handleAcross: HandleAcross
}

export function createGrouped(app: App, { handleAll, handleAcross }: Grouped): RunGrouped {
  const { database } = app
  const slots = new Slots(ALONE_AT_ONCE)
  const limits = { flushWeightMax: GROUP_MAX, waitingMax: WAITING_MAX }

  async function alone(request: GroupedRequest, idempotency: Idempotency | null): Promise<Reply> {
    return database.transaction(async (tx) => {
      const work = async () => orThrow((await handleAll(tx, request.actor, [request]))[0] as Reply | Refusal)
      return idempotency ? once(tx, request.actor, idempotency, work) : work()
    }, request.actor.organizationId)
  }

  async function ofOne(requests: GroupedRequest[]): Promise<(Reply | Refusal)[]> {
    try {
      // The latest request determines the time of all: they are executed together, now.
      const { actor } = requests.at(-1) as GroupedRequest
      return await database.transaction((tx) => handleAll(tx, actor, requests), actor.organizationId)
    } catch (error) {
      if (requests.length === 1 || isConnectionFailure(error)) throw error
      return Promise.all(requests.map((request) => alone(request, null).catch(orRethrow)))
    }
  }

  const single = new GroupCommit<GroupedRequest, Reply | Refusal>(
    (_organizationId, requests) => slots.take(() => ofOne(requests)),
    () => 1,
    limits,
  )
  const byItself = (request: GroupedRequest) => {
    const { organizationId } = request.actor
    return single.submit(organizationId, organizationId, request)
  }

  const across = new GroupCommit<GroupedRequest, Reply | Refusal>(
    async (_group, requests) => {
      try {
        const outcomes = await database.transaction((tx) => handleAcross(tx, app.clock(), requests), TOGETHER)
        return outcomes.map((outcome, index) => outcome ?? byItself(requests[index] as GroupedRequest))
      } catch (error) {
        if (isConnectionFailure(error)) throw error
        // Executing each organization alone finds the one that caused the failure.
        return requests.map(byItself)
      }
    },
    () => 1,
    limits,
  )

  const together = (request: GroupedRequest) => {
    const { organizationId } = request.actor
    // On a distributed database a group contains one organization.
    return areShards() ? byItself(request) : across.submit(app.groupOf(organizationId), organizationId, request)
  }

  return async (actor, input, idempotency) =>
    idempotency ? alone({ actor, input }, idempotency) : orThrow(await together({ actor, input }))
}

function orThrow(outcome: Reply | Refusal): Reply {
  if (outcome instanceof Refusal) throw outcome
  return outcome
}

function orRethrow(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  throw error
}
