// Many organizations on several API processes and a worker: no request is refused, there are no deadlocks, the
// connections to PostgreSQL stay within the limit, and the doctor finds nothing afterwards.

import type pg from 'pg'
import { checkOneSnapshot, describe } from '#doctor/actions.ts'
import { openDatabase } from '#kit/database/database.ts'
import { foundOrganizations, inTurn } from './founding.ts'
import type { Installation } from './installation.ts'
import { median } from './report.ts'
import { type Bench, draftTo, rounds } from './rounds.ts'

const PROCESSES = 2
const ORGANIZATIONS = 1000
/** Of these, organizations that send, each on one connection. */
const SENDING = 200
const FOUNDING = { rupees: 20_000, conversations: 4 }
const LOOK_EVERY_MS = 100
/** The program's application name in PostgreSQL. */
const APPLICATION_NAME = 'samvad 2'

export async function measureProcesses(bench: Bench): Promise<void> {
  const { at, add } = bench
  const organizations = await foundOrganizations(at, ORGANIZATIONS, FOUNDING)
  await at.restart({ ROLES: 'api,worker', SAMVAD_PROCESSES: String(PROCESSES) })
  const requests = inTurn(organizations.slice(0, SENDING), ({ conversations }) =>
    conversations.map((id) => ({ path: '/v1/messages', body: draftTo(id) })),
  )
  const deadlocksBefore = await deadlocksOf(at.database)
  const watch = watchConnections(at.database)
  const measured = await rounds(bench, { method: 'POST', connections: SENDING, requests })
  const connections = await watch.end()

  for (const { firstFailure } of measured) if (firstFailure) console.error(firstFailure)
  const what = `single sends, ${SENDING} of ${ORGANIZATIONS.toLocaleString('en-US')} organizations at once, ${PROCESSES} processes, worker on`
  const p99Ms = median(measured.map((run) => run.p99Ms))
  add({
    what,
    value: median(measured.map((run) => run.perSecond)),
    unit: '/s',
    aim: null,
    note: `p99 ${p99Ms.toFixed(1)} ms`,
  })
  const refused = measured.reduce((sum, { failures }) => sum + failures, 0)
  add({ what: '… not answered with 201', value: refused, unit: 'answers', aim: 0, lessIsBetter: true })
  const deadlocks = (await deadlocksOf(at.database)) - deadlocksBefore
  add({ what: '… deadlocks', value: deadlocks, unit: '', aim: 0, lessIsBetter: true })
  add({ what: '… connections to PostgreSQL at most', value: connections, unit: '', aim: null, lessIsBetter: true })
  const findings = await findingsOf(at)
  add({ what: '… invariants broken, says the doctor', value: findings, unit: '', aim: 0, lessIsBetter: true })
}

/** PostgreSQL counts them for the whole database since it was made. */
async function deadlocksOf(database: pg.Pool): Promise<number> {
  // Statistics of open sessions are delayed unless flushed.
  const { rows } = await database.query(
    `select pg_stat_force_next_flush(), (select deadlocks::int from pg_stat_database
                                          where datname = current_database()) as deadlocks`,
  )
  return rows[0].deadlocks
}

/** The maximum number of connections that the program's processes had open at the same time. */
function watchConnections(database: pg.Pool): { end(): Promise<number> } {
  let most = 0
  let looking = Promise.resolve()
  const look = async () => {
    const { rows } = await database.query(
      'select count(*)::int as count from pg_stat_activity where datname = current_database() and application_name = $1',
      [APPLICATION_NAME],
    )
    most = Math.max(most, rows[0].count)
  }
  const timer = setInterval(() => {
    looking = looking.then(look)
  }, LOOK_EVERY_MS)
  return {
    async end() {
      clearInterval(timer)
      await looking
      return most
    },
  }
}

/** The number of violated invariants; prints each. */
async function findingsOf({ connection }: Installation): Promise<number> {
  const database = openDatabase(connection, 1)
  try {
    const findings = await checkOneSnapshot(database)
    for (const finding of findings) console.error(describe(finding))
    return findings.length
  } finally {
    await database.close()
  }
}
