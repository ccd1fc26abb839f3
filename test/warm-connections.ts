// Database connections that outlive the test file that opened them: the next file that uses the database finds its
// statements prepared and planned. PostgreSQL takes 8 ms of processor time to open a connection, and 2 ms to prepare
// and plan a typical statement.

import pg from 'pg'
import { isGone, isIdle } from '#kit/database/idle.ts'

/** Undoes everything that a file may have set or opened in its session. */
const RESET = 'reset all; select pg_advisory_unlock_all(); unlisten *; close all; discard temp'

type Config = pg.PoolConfig & { connectionTimeoutMillis?: number }

export class WarmConnections {
  /** A client class for `pg.Pool` and for single connections: `end` keeps the connection for a later client. */
  readonly Client: typeof pg.Client
  readonly #idle = new Map<string, pg.Client[]>()
  readonly #open = new Set<pg.Client>()
  readonly #returning = new Set<Promise<boolean>>()
  #isClosed = false

  constructor() {
    this.Client = clientOf(
      (kind) => this.#take(kind),
      (client) => void this.#open.add(client),
      (client, kind) => this.#return(client, kind),
    )
  }

  /** Ids of the open connections' server processes. */
  get processIds(): number[] {
    return [...this.#open].filter((client) => !isGone(client)).map(processIdOf)
  }

  /** True if no file uses a connection any more. */
  async areIdle(): Promise<boolean> {
    await Promise.all(this.#returning)
    const idle = new Set([...this.#idle.values()].flat())
    return [...this.#open].every((client) => isGone(client) || idle.has(client))
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all(this.#returning)
    await Promise.all([...this.#idle.values()].flat().map((client) => closeFully(client)))
    this.#idle.clear()
  }

  #take(kind: string): pg.Client | undefined {
    const kept = this.#idle.get(kind) ?? []
    for (let client = kept.pop(); client !== undefined; client = kept.pop()) {
      if (isGone(client)) continue
      client.removeAllListeners()
      return client
    }
    return undefined
  }

  #return(client: pg.Client, kind: string): Promise<boolean> {
    const returning = this.#reset(client, kind)
    this.#returning.add(returning)
    return returning.finally(() => this.#returning.delete(returning))
  }

  /** False if the connection cannot be reused. */
  async #reset(client: pg.Client, kind: string): Promise<boolean> {
    if (this.#isClosed || isGone(client) || !isIdle(client)) return false
    try {
      await client.query(RESET)
    } catch {
      return false
    }
    if (!isIdle(client)) return false
    client.removeAllListeners()
    client.on('error', () => {})
    this.#idle.set(kind, [...(this.#idle.get(kind) ?? []), client])
    return true
  }
}

function clientOf(
  take: (kind: string) => pg.Client | undefined,
  opened: (client: pg.Client) => void,
  giveBack: (client: pg.Client, kind: string) => Promise<boolean>,
): typeof pg.Client {
  class WarmClient extends pg.Client {
    #isConnected = false
    readonly #kind!: string

    constructor(config: Config) {
      const kind = kindOf(config)
      const kept = take(kind)
      if (kept) return kept as WarmClient
      super(config)
      this.#kind = kind
    }

    // pg returns nothing when given a callback, and a promise otherwise.
    override connect(callback?: (error: any, client: any) => void): any {
      if (this.#isConnected) {
        if (!callback) return Promise.resolve(this)
        return process.nextTick(callback, null, this)
      }
      this.#isConnected = true
      opened(this)
      return super.connect(callback as never)
    }

    override end(callback?: (error: Error) => void): any {
      const ended = giveBack(this, this.#kind).then((isKept) => (isKept ? undefined : closeFully(this)))
      if (!callback) return ended
      void ended.then(() => callback(undefined as never), callback)
    }
  }
  return WarmClient as unknown as typeof pg.Client
}

export const processIdOf = (client: pg.Client) => (client as unknown as { processID: number }).processID

const closeFully = (client: pg.Client) => (pg.Client.prototype.end as () => Promise<void>).call(client)

/**
 * A pool's connection and a single one plan differently, so they do not replace each other. A pool's configuration
 * contains its maximum size.
 */
function kindOf({ Client: _, max, connectionTimeoutMillis: __, ...config }: Config): string {
  return JSON.stringify({ ...config, isPooled: max !== undefined })
}
