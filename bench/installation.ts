// The installation under measurement: the real program in processes of its own, on an embedded PostgreSQL that the
// baseline shares, with one organization that has credit, contacts and conversations.

import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { parseTypeId, typeId } from '#kit/ids.ts'
import { findPostmaster } from '#postgres/postmaster-file.ts'
import { startEmbeddedPostgres } from '#postgres/supervisor.ts'

const READY_TIMEOUT_MS = 60_000

export interface Installation {
  url: string
  /** The process id of the program's API process while it is running. */
  pid: number
  /** The process id of its PostgreSQL server. */
  postmasterPid: number
  /** The program's folder, with its keys. */
  dataDirectory: string
  token: string
  organizationId: string
  userId: string
  /** Of the database, for the program's own ways into it. */
  connection: pg.PoolConfig
  /** Straight to the database: data makers, the baseline, counts. */
  database: pg.Pool
  /** Starts the program again with other settings on the same data; `url` changes. */
  restart(environment: Record<string, string>): Promise<void>
  stop(): Promise<void>
}

/** Running processes with the function that stops each, in the order of starting. */
const running = new Map<object, () => Promise<unknown>>()

let ending: Promise<void> | null = null
let isInterrupted = false

/** Stops everything, and prevents further starts. */
export function interrupt(): Promise<void> {
  isInterrupted = true
  return endAll()
}

/** Also after a failure: queries in progress are not awaited. Runs once, even on failure and interruption. */
export function endAll(): Promise<void> {
  ending ??= endInTurn().finally(() => {
    ending = null
  })
  return ending
}

async function endInTurn(): Promise<void> {
  for (const end of [...running.values()].reverse()) await end()
  running.clear()
}

export async function install(environment: Record<string, string>): Promise<Installation> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'samvad-bench-'))
  const removeFolder = () => rm(dataDirectory, { recursive: true, force: true })
  const quiet = { info() {}, warn() {}, error: console.error }
  const postgres = await startEmbeddedPostgres({ dataDirectory, log: quiet })
  running.set(postgres, () => postgres.stop().then(removeFolder))
  const { host, port, user, password, database: name } = postgres.connection
  const databaseUrl = `postgres://${user}:${encodeURIComponent(password)}@${encodeURIComponent(host)}:${port}/${name}`
  const common = { DATABASE_URL: databaseUrl, DATA_DIR: dataDirectory, SAMVAD_LOG_LEVEL: 'warn' }
  let program = await startProgram({ ...common, ...environment })
  const postmaster = await findPostmaster(join(dataDirectory, 'postgres'))
  const access = JSON.parse(await readFile(join(dataDirectory, 'first-access.json'), 'utf8'))
  const database = new pg.Pool({ ...postgres.connection, max: 64 })
  // Idle connections end with the server.
  database.on('error', () => {})

  return {
    get url() {
      return program.url
    },
    get pid() {
      return program.pid
    },
    postmasterPid: postmaster?.pid ?? 0,
    dataDirectory,
    token: access.access_token,
    organizationId: parseTypeId('org', access.organization_id) as string,
    userId: parseTypeId('user', access.user_id) as string,
    connection: postgres.connection,
    database,
    async restart(changed) {
      await program.stop()
      program = await startProgram({ ...common, ...environment, ...changed })
    },
    async stop() {
      await program.stop()
      await database.end()
      running.delete(postgres)
      await postgres.stop()
      await removeFolder()
    },
  }
}

interface Program {
  url: string
  pid: number
  stop(): Promise<void>
}

async function startProgram(environment: Record<string, string>): Promise<Program> {
  if (isInterrupted) throw new Error('the measurement was interrupted')
  const main = fileURLToPath(new URL('../server/program/main.ts', import.meta.url))
  const child = spawn(process.execPath, [main], {
    env: { ...process.env, PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.once('exit', () => running.delete(child))
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  running.set(child, stop)
  return { url: await readyAddress(child), pid: child.pid as number, stop }
}

function readyAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    const timer = setTimeout(() => reject(new Error(`not ready in time:\n${text}`)), READY_TIMEOUT_MS)
    child.once('exit', (code) => reject(new Error(`ended with ${code}:\n${text}`)))
    child.stdout?.on('data', (chunk) => {
      // Prints the program's warnings and errors with the results.
      if (/"level":"(?:warn|error|fatal)"/.test(String(chunk))) process.stderr.write(chunk)
      text += chunk
      const match = /ready at (\S+) after/.exec(text)
      if (!match) return
      clearTimeout(timer)
      resolve(match[1] as string)
    })
  })
}

/** Puts credit into the wallet as an operator would: one completed transaction, by the ledger's own rules. */
export async function credit({ database, organizationId }: Installation, rupees: number): Promise<void> {
  const amount = BigInt(rupees) * 1_000_000n
  const client = await database.connect()
  try {
    await client.query('begin')
    const { rows } = await client.query(
      `update wallets set balance_micros = balance_micros + $2, version = version + 1,
      warning_base_micros = balance_micros + $2
        where org_id = $1 returning balance_micros, version`,
      [organizationId, amount],
    )
    await client.query(
      `insert into transactions (org_id, id, kind, status, amount_micros, counter_account, wallet_version,
                                 balance_after_micros,
                                 description, created_at, completed_at)
       values ($1, gen_random_uuid(), 'credit', 'completed', $2, 'operator', $3, $4, 'Credit for measurements', now(),
               now())`,
      [organizationId, amount, rows[0].version, rows[0].balance_micros],
    )
    await client.query('commit')
  } finally {
    client.release()
  }
}

/** Contacts with a conversation each, newest last; returns some of the conversations' ids, spread over all. */
export async function makeConversations(
  installation: Installation,
  count: number,
  returned: number,
  { isAnalyzed = true } = {},
): Promise<string[]> {
  const { database, organizationId, userId } = installation
  await database.query(
    `insert into contacts (org_id, id, email, owner_id, created_at)
     select $1, uuidv7(), 'contact' || n || '@' || $3 || '.example', $2, now() from generate_series(1, $4::int) n`,
    [organizationId, userId, `c${Date.now()}`, count],
  )
  await database.query(
    `insert into conversations (org_id, id, user_id, contact_id, created_at)
     select $1, uuidv7(), $2, id, now() from contacts t
      where org_id = $1 and not exists (select from conversations c where c.org_id = $1 and c.contact_id = t.id)`,
    [organizationId, userId],
  )
  if (isAnalyzed) await database.query('vacuum analyze contacts, conversations')
  const { rows } = await database.query('select id from conversations where org_id = $1 order by random() limit $2', [
    organizationId,
    returned,
  ])
  return rows.map(({ id }) => typeId('conv', id))
}
