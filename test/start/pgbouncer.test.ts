// Behind pgbouncer, where this machine has one: transaction mode is refused at the start, session mode works.

import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, chownSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { testDatabase } from '../harness.ts'
import { eventually, freePort } from '../program.ts'
import { assertRefused, base, endWhenReady, newFolder, run } from './starts.ts'

const skip = which('pgbouncer') ? false : 'needs pgbouncer: apt-get install pgbouncer'
const running: ChildProcess[] = []
after(() => running.forEach((child) => child.kill('SIGKILL')))

function which(program: string): string | null {
  try {
    return execFileSync('sh', ['-c', `PATH="$PATH:/usr/sbin" command -v ${program}`], { encoding: 'utf8' }).trim()
  } catch {
    return null
  }
}

/** Starts one that pools in this mode; resolves with the address of a database behind it. */
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
  // It refuses to be root; as whom PostgreSQL runs may enter the folder of its socket.
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
  test(`pgbouncer in ${mode} mode is refused at the start, with what to set`, { skip }, async () => {
    const folder = newFolder()
    const ran = await run({ DATA_DIR: folder, DATABASE_URL: await pooled(mode) })
    assertRefused(
      ran,
      /^Samvad cannot start: DATABASE_URL points to a connection pooler .* Set pool_mode = session/m,
      folder,
    )
  })

test('pgbouncer in session mode works: the program starts, serves and ends', { skip }, async () => {
  const ran = await run({ DATA_DIR: newFolder(), DATABASE_URL: await pooled('session') }, endWhenReady)
  assert.equal(ran.code, 0, ran.stderr)
  assert.match(ran.stdout, /ready at/)
})
