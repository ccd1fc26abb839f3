// Writes that share a transaction: requests of one organization and route that arrive while the previous group commits go
// through together. Each is answered by itself; when the group fails, every request is tried again alone, so that one
// cannot spoil the others.

import type { Actor, App } from '#kit/app.ts'
import { GroupCommit } from '#kit/group-commit.ts'
import { Refusal } from '#kit/refusals.ts'
import { once } from './idempotency.ts'
import type { GroupedRequest, HandleAll, Idempotency, Reply } from './route.ts'

/** Requests of one transaction: it holds the locks of all of them, so it stays short. */
const GROUP_MAX = 100
const WAITING_MAX = 5_000

export type RunGrouped = (
  actor: Actor,
  input: GroupedRequest['input'],
  idempotency: Idempotency | null,
) => Promise<Reply>

export function createGrouped(app: App, handleAll: HandleAll): RunGrouped {
  const { database } = app

  async function alone(request: GroupedRequest, idempotency: Idempotency | null): Promise<Reply> {
    return database.transaction(async (tx) => {
      const work = async () => orThrow((await handleAll(tx, request.actor, [request]))[0] as Reply | Refusal)
      return idempotency ? once(tx, request.actor, idempotency, work) : work()
    })
  }

  const group = new GroupCommit<GroupedRequest, Reply | Refusal>(
    async (_organizationId, requests) => {
      try {
        // The latest of them speaks for the time of all: they happen now, together.
        const { actor } = requests.at(-1) as GroupedRequest
        return await database.transaction((tx) => handleAll(tx, actor, requests))
      } catch (error) {
        if (requests.length === 1) return [orRethrow(error)]
        return Promise.all(requests.map((request) => alone(request, null).catch(orRethrow)))
      }
    },
    () => 1,
    { flushWeightMax: GROUP_MAX, waitingMax: WAITING_MAX },
  )

  return async (actor, input, idempotency) =>
    idempotency
      ? alone({ actor, input }, idempotency)
      : orThrow(await group.submit(actor.organizationId, actor.organizationId, { actor, input }))
}

function orThrow(outcome: Reply | Refusal): Reply {
  if (outcome instanceof Refusal) throw outcome
  return outcome
}

function orRethrow(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  throw error
}
