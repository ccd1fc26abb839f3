// A small believable company in a separate database, served by the real program in this process. Test runs share one
// PostgreSQL server; each test file has its own database, copied from a migrated template.

import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import type { Tx } from '#kit/database/database.ts'
import { forgetLastId, newUuid, parseTypeId, type Uuid } from '#kit/ids.ts'
import { readSettings } from '#kit/settings.ts'
import { publicId } from '#kit/wire.ts'
import { createToken } from '#people/access/actions.ts'
import { type Permission, permissions } from '#people/access/rules.ts'
import * as users from '#people/identity/actions.ts'
import * as organizations from '#people/organizations/actions.ts'
import { set as setSandbox } from '#sandbox/settings-queries.ts'
import { createServer, type ServerOptions } from '../server/edge/server.ts'
import { type Assembled, assemble } from '../server/program/app.ts'
import { endFormCounting } from '../server/program/form-counting.ts'
import { jobsOf } from '../server/program/jobs.ts'
import { routesOf } from '../server/program/routes.ts'
import { serverOptionsOf } from '../server/program/server-options.ts'
import { openTracing } from '../server/program/tracing.ts'
import type { Job } from '../server/worker/job.ts'
import { startWorker, type Worker } from '../server/worker/worker.ts'
import { mustBeDeclared } from './events.ts'
import { GUARD_MS } from './guard.ts'
import { mustBeHealthy } from './healthy.ts'
import { addPerson, type Person, type PersonOptions } from './people.ts'
import { type Answer, type RequestOptions, request } from './request.ts'
import { listen } from './same-port.ts'
import { testDatabase } from './test-database.ts'
import { whenReachable } from './when-reachable.ts'

export { mustBeHealthy } from './healthy.ts'
export { type Answer, type RequestOptions, request } from './request.ts'
export { testDatabase } from './test-database.ts'
export { whenReachable } from './when-reachable.ts'

const CLOSE_IDLE_EVERY_MS = 50

export interface Member {
  userId: Uuid
  token: string
}

export interface Company extends Member {
  organizationId: Uuid
}

export interface TestSamvad {
  app: Assembled
  /** Connection of its database, for another server on the same one. */
  connection: pg.ClientConfig
  url: string
  server: FastifyInstance
  /** The first company, with a token of its owner. */
  company: Company
  /** Sets the program's current time; null restores the real time. */
  setClock(at: Date | null): void
  request(method: string, path: string, options?: RequestOptions): Promise<Answer>
  /**
   * Creates another organization with its owner. The mail server of its sandbox reports nothing automatically: a sent
   * mail stays `sent` until the test reports more.
   */
  newCompany(name: string): Promise<Company>
  /** Another user of the company with a role. */
  newMember(organizationId: Uuid, role: string, granted?: readonly Permission[]): Promise<Member>
  /**
   * A person with an address and optionally a password, as after an invitation; an existing person with the address
   * joins unchanged.
   */
  newPerson(organizationId: Uuid, role: string, person?: PersonOptions): Promise<Person>
  /** Registers work to end before the server closes, which waits for open connections. */
  beforeEnd(end: () => Promise<unknown>): void
  /**
   * Starts a worker without the job that detects clock changes, because tests set the clock, unless it is in `more`.
   */
  startWorker(more?: Job[]): Worker
  /** Rows of a query, for checking stored data. */
  rows<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>
}

export interface TestOptions {
  /** An existing database, for several servers on one; by default a fresh one. */
  connection?: pg.ClientConfig
  /** The doctor's invariants that this file's tests break on purpose, or 'all'. */
  breaks?: readonly string[] | 'all'
  /** Intervals of the HTTP server that this file's tests shorten. */
  server?: Pick<ServerOptions, 'inFlightWaitMs' | 'checkIntervalMs'>
}

/**
 * Starts the program on a fresh database. It ends automatically after the file's tests, when all invariants are
 * checked.
 */
export async function startSamvad(
  environment: Record<string, string> = {},
  { connection: given, breaks = [], server: intervals = {} }: TestOptions = {},
): Promise<TestSamvad> {
  forgetLastId()
  const connection = given ?? (await testDatabase())
  const dataDirectory = await mkdtemp(join(tmpdir(), 'samvad-test-'))
  const settings = readSettings({ PORT: '0', DATA_DIR: dataDirectory, SAMVAD_LOG_LEVEL: 'error', ...environment })
  let fixed: Date | null = null
  const app = await assemble(settings, connection, () => fixed ?? new Date())
  const stopTracing = await openTracing(app, 'api')
  const held = { server: createServer(app, routesOf(app), { ...serverOptionsOf(app), ...intervals }) }
  const url = await listen(held.server)
  settings.publicUrl = url
  const workers: Worker[] = []
  const endings: (() => Promise<unknown>)[] = []

  const newMember = (organizationId: Uuid, role: string, granted?: readonly Permission[]) =>
    addMember(app, organizationId, role, granted)
  const newCompany = async (name: string) => {
    const founded = await foundCompany(app, name)
    const silent = setSandbox(founded.organizationId, 'email', { receipts: 'manual', failNext: undefined })
    await app.database.transaction((tx) => tx.run(silent), founded.organizationId)
    return founded
  }
  const newPerson = (organizationId: Uuid, role: string, person?: PersonOptions) =>
    addPerson(app, organizationId, role, person)

  // Registered before anything can fail: an open server would keep the file from ending.
  after(async () => {
    for (const end of endings) await end()
    for (const worker of workers) await worker.stop(GUARD_MS)
    await closeServer(held.server)
    await endFormCounting(app)
    await stopTracing()
    try {
      if (breaks !== 'all') await mustBeHealthy(app.database, breaks)
      await mustBeDeclared(app.database.reads)
    } finally {
      await app.database.close()
      await rm(dataDirectory, { recursive: true, force: true })
      // The modules of a file last as long as the process, with everything they reference: the routes alone are
      // megabytes.
      held.server = null as never
    }
  })

  const company = await whenReachable(() => newCompany('Asha Textiles'))
  const samvad: TestSamvad = {
    app,
    connection,
    url,
    get server() {
      return held.server
    },
    company,
    newCompany,
    newMember,
    newPerson,
    setClock(at) {
      fixed = at
    },
    request: (method, path, options = {}) => request(url, method, path, { token: company.token, ...options }),
    startWorker(more = []) {
      const jobs = jobsOf(app).filter(({ name }) => name !== 'clock steps')
      const worker = startWorker(app, app.alarm, [...jobs, ...more])
      workers.push(worker)
      return worker
    },
    beforeEnd: (end) => void endings.push(end),
    async rows(text, values) {
      const client = await whenReachable(() => app.database.pool.connect())
      try {
        return (await client.query(text, values)).rows
      } finally {
        client.release()
      }
    },
  }
  return samvad
}

/** Node closes idle connections only once; just-answered ones count as busy then, and would stay for 72 s. */
async function closeServer(server: FastifyInstance): Promise<void> {
  const idle = setInterval(() => server.server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS)
  await server.close()
  clearInterval(idle)
}

/** A user with a role in the organization, and a token with the given ones of the role's permissions. */
export async function addMember(
  app: Assembled,
  organizationId: Uuid,
  role: string,
  granted: readonly Permission[] = permissions,
): Promise<Member> {
  const at = new Date()
  return app.database.transaction(async (tx) => {
    const email = `${role}-${randomBytes(6).toString('hex')}@company.example`
    const person = { email, displayName: role, password: null, isOperator: false }
    const { id: userId } = await users.findOrCreate(tx, person, at)
    await organizations.addMember(tx, organizationId, userId, { name: role }, at)
    const { secret } = await createToken(
      tx,
      organizationId,
      { userId, name: 'test', permissions: granted, allowedAddresses: null, expiresAt: null },
      at,
    )
    return { userId, token: secret }
  })
}

/** An organization with its owner. */
export async function foundCompany(app: Assembled, name: string): Promise<Company> {
  const organizationId = await app.database.transaction((tx) => organizations.create(tx, name, new Date()))
  return { organizationId, ...(await addMember(app, organizationId, 'owner')) }
}

/** Credits a wallet as a captured payment does, without a gateway. */
export async function fund(samvad: TestSamvad, organizationId: Uuid, rupees: bigint): Promise<void> {
  const { sql } = await import('#kit/database/sql.ts')
  const { creditRecharge, lock } = await import('#money/wallet/actions.ts')
  const walletQueries = await import('#money/wallet/queries.ts')
  const at = samvad.app.clock()
  const [amount, transactionId, rechargeId] = [rupees * 1_000_000n, newUuid(), newUuid()]
  const pay = async (tx: Tx) => {
    const walletState = await lock(tx, organizationId)
    await tx.run(
      walletQueries.insertPendingRecharge(organizationId, at, {
        id: transactionId,
        rechargeId,
        amount,
        paymentMethod: 'upi',
        description: 'Recharge',
      }),
    )
    const credit = {
      transactionId,
      gateway: 'test',
      paymentId: transactionId,
      amount,
      tax: 0n,
      paymentMethod: 'upi',
      invoiceId: newUuid(),
    }
    await tx.run(sql`
      insert into recharges (org_id, id, status, amount_micros, tax_micros, total_micros, payment_method, gateway,
        transaction_id, created_by, created_at, completed_at)
      values (${organizationId}, ${rechargeId}, 'succeeded', ${amount}, 0, ${amount}, 'upi', 'test', ${transactionId},
              ${samvad.company.userId}, ${at}, ${at})`)
    await tx.run(sql`
      insert into gateway_payments (gateway, payment_id, org_id, recharge_id, transaction_id, captured_at)
      values ('test', ${transactionId}, ${organizationId}, ${rechargeId}, ${transactionId}, ${at})`)
    await creditRecharge(tx, organizationId, walletState, credit, at)
  }
  await whenReachable(() => samvad.app.database.transaction(pay))
}

export const uuidOf = (prefix: Parameters<typeof parseTypeId>[0], id: string): Uuid => parseTypeId(prefix, id) as Uuid
export { publicId }
