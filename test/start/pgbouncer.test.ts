// Behind pgbouncer, where this machine has it: transaction mode is refused at the start, session mode works.

import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { CannotStart } from '#kit/cannot-start.ts'
import { migrate } from '#kit/database/migrate.ts'
import { readyToSend } from '../company.ts'
import { startSamvad, testDatabase } from '../harness.ts'
import { delivered, write } from '../mail-story.ts'
import { eventually, freePort } from '../program.ts'
import { person } from '../story.ts'

const skip = which('pgbouncer') ? false : 'needs pgbouncer: apt-get install pgbouncer'
const base = mkdtempSync(join(tmpdir(), 'samvad-pgbouncer-'))
const running: ChildProcess[] = []
after(() => {
  running.forEach((child) => child.kill('SIGKILL'))
  rmSync(base, { recursive: true, force: true })
})

function which(program: string): string | null {
  try {
    return execFileSync('sh', ['-c', `PATH="$PATH:/usr/sbin" command -v ${program}`], { encoding: 'utf8' }).trim()
  } catch {
    return null
  }
}

/** Starts pgbouncer in this pooling mode; resolves with the URL of a database behind it. */
async function pooled(mode: string): Promise<string> {
  const { host, port, user, password, database } = await testDatabase()
  const listen = await freePort()
  const users = join(base, `${mode}-users.txt`)
  const settings = join(base, `${mode}.ini`)
  writeFileSync(users, `"${user}" "${password}"\n`)
  writeFileSync(
    settings,
    `[databases]
${database} = host=${host} port=${port} user=${user} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listen}
unix_socket_dir =
auth_type = plain
auth_file = ${users}
pool_mode = ${mode}
max_client_conn = 200
default_pool_size = 60
`,
  )
  // It refuses to run as root; PostgreSQL's account may enter the folder of its socket.
  const account = process.getuid?.() === 0 ? Number(execFileSync('id', ['-u', 'postgres'], { encoding: 'utf8' })) : null
  if (account !== null) for (const file of [users, settings]) chownSync(file, account, account)
  chmodSync(base, 0o711)
  const child = spawn(which('pgbouncer') as string, [settings], {
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(account === null ? {} : { uid: account }),
  })
  running.push(child)
  let said = ''
  child.stderr.on('data', (text) => (said += text))
  await eventually('pgbouncer listens', async () => {
    if (child.exitCode !== null) assert.fail(said)
    return new Promise<boolean>((resolve) => {
      const socket = connect(listen, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false))
      socket.unref()
      socket.once('connect', () => socket.destroy())
    })
  })
  return `postgres://${user}:${password}@127.0.0.1:${listen}/${database}`
}

for (const mode of ['transaction', 'statement'])
  test(`pgbouncer in ${mode} mode is refused by the first step of a start on a database, with what to set`, {
    skip,
  }, async () => {
    const migrating = migrate({ connectionString: await pooled(mode) })
    await assert.rejects(migrating, (error: Error) => {
      assert.ok(error instanceof CannotStart)
      assert.match(error.message, /^DATABASE_URL points to a connection pooler .* Set pool_mode = session/)
      return true
    })
  })

test('pgbouncer in session mode works: the program migrates, serves and sends', { skip }, async () => {
  const connection = { connectionString: await pooled('session') }
  await migrate(connection)
  const samvad = await startSamvad({}, { connection })
  const { conversationId } = await readyToSend(samvad, samvad.company, 10n)
  samvad.startWorker()
  const message = await write(person(samvad), { conversationId }, { subject: 'Monsoon', text: 'It rains' })
  await delivered(samvad, message, 'sent')
})
