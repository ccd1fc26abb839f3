// Resource usage of a running program, from the system and its PostgreSQL: memory, descriptors, connections, tables,
// and queued work.

import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import { backendsOf, childrenOf, connectionTo, postmasterOf } from '../kills/processes.ts'

/** Series by name, which includes the unit; one value per sample. */
export type Series = Map<string, number[]>

export interface TableSize {
  name: string
  rows: number
  dead: number
  bytes: number
}

export class Sampler {
  readonly series: Series = new Map()
  readonly #pid: number
  readonly #dataDirectory: string

  constructor(pid: number, dataDirectory: string) {
    this.#pid = pid
    this.#dataDirectory = dataDirectory
  }

  async take(): Promise<void> {
    const children = await childrenOf(this.#pid)
    const names = new Map([
      [this.#pid, 'parent'],
      ...children.map((pid, index) => [pid, `child ${index + 1}`] as const),
    ])
    for (const [pid, name] of names) {
      this.#note(`${name}: memory, MB`, await residentMegabytes(pid))
      this.#note(`${name}: descriptors`, (await readdir(`/proc/${pid}/fd`)).length)
      this.#note(`${name}: threads`, (await readdir(`/proc/${pid}/task`)).length)
    }
    this.#note('processes', names.size)
    const backends = await backendsOf(this.#dataDirectory)
    const postgres = [await postmasterOf(this.#dataDirectory), ...backends].filter((pid) => pid !== null)
    const shares = await Promise.all(postgres.map(proportionalMegabytes))
    this.#note(
      'PostgreSQL: memory, MB',
      shares.reduce((sum, share) => sum + share, 0),
    )
    await inDatabaseOf(this.#dataDirectory, async (client) => {
      const { rows } = await client.query<{ count: number; oldest: number | null }>(`
        select count(*)::int as count, max(extract(epoch from now() - xact_start))::float8 as oldest
          from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`)
      this.#note('PostgreSQL: connections', rows[0]?.count ?? 0)
      this.#note('PostgreSQL: oldest transaction, s', rows[0]?.oldest ?? 0)
      const waiting = await client.query<{ count: number }>(
        "select count(*)::int as count from deliveries where status in ('queued', 'sending') and error_code is null",
      )
      this.#note('deliveries that wait', waiting.rows[0]?.count ?? 0)
    })
  }

  #note(name: string, value: number): void {
    const values = this.series.get(name)
    if (values) values.push(value)
    else this.series.set(name, [value])
  }
}

export function tableSizes(dataDirectory: string): Promise<TableSize[]> {
  return inDatabaseOf(dataDirectory, async (client) => {
    const { rows } = await client.query<TableSize>(`
      select relname as name, n_live_tup::float8 as rows, n_dead_tup::float8 as dead,
             pg_total_relation_size(relid)::float8 as bytes
        from pg_stat_user_tables order by bytes desc`)
    return rows
  })
}

async function inDatabaseOf<Result>(dataDirectory: string, work: (client: pg.Client) => Promise<Result>) {
  const client = new pg.Client(await connectionTo(dataDirectory))
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const megabytesIn = (text: string, name: string) =>
  Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1]) / 1024

const residentMegabytes = async (pid: number) => megabytesIn(await readFile(`/proc/${pid}/status`, 'utf8'), 'VmRSS')

/** Private memory plus its share of shared mappings; none for a backend that has just ended. */
async function proportionalMegabytes(pid: number): Promise<number> {
  return megabytesIn(await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => 'Pss: 0 kB'), 'Pss')
}
