// The webhook recipient of all endpoints in a trial: records each call on arrival; some calls fail randomly, some are
// never answered.

import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Chance } from '../chance.ts'

const FAILING_OF_TEN = 3

/** The calls of one endpoint. */
export interface Told {
  /** Accepted events. */
  taken: Set<string>
  /** Time of the first call per event, by `performance.now()`. */
  firstAt: Map<string, number>
  /** The greatest position received so far, per object. */
  last: Map<string, number>
  /** How often an event arrived after a later one of its object. */
  inversions: number
}

export interface Receivers {
  urlOf(endpoint: number): string
  toldOf(endpoint: number): Told
  /** Number of answered calls, with any status. */
  calls(): number
  taken(): number
  /** From now on every endpoint answers; open calls fail at once. */
  revive(): void
  close(): Promise<void>
}

/** `isDead`: accepts requests and never answers. */
export async function startReceivers(
  count: number,
  random: Chance,
  isDead: (endpoint: number) => boolean,
): Promise<Receivers> {
  const all = Array.from(
    { length: count },
    (): Told => ({ taken: new Set(), firstAt: new Map(), last: new Map(), inversions: 0 }),
  )
  let [calls, taken, isRevived] = [0, 0, false]
  const unanswered: ServerResponse[] = []
  const server = createServer((request, response) => {
    const endpoint = Number(request.url?.slice(1))
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      const { id, object_id, position } = JSON.parse(Buffer.concat(chunks).toString('utf8'))
      const told = all[endpoint] as Told
      const last = told.last.get(object_id) ?? 0
      if (position < last) told.inversions++
      else told.last.set(object_id, position)
      if (!told.firstAt.has(id)) told.firstAt.set(id, performance.now())
      if (isDead(endpoint) && !isRevived) return void unanswered.push(response)
      calls++
      if (random.integer(10) < FAILING_OF_TEN) return void response.writeHead(500).end('not now')
      if (!told.taken.has(id)) taken++
      told.taken.add(id)
      response.writeHead(204).end()
    })
    request.on('error', () => {})
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    urlOf: (endpoint) => `http://127.0.0.1:${port}/${endpoint}`,
    toldOf: (endpoint) => all[endpoint] as Told,
    calls: () => calls,
    taken: () => taken,
    revive() {
      isRevived = true
      for (const response of unanswered) response.destroy()
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
