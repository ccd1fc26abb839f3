// The leased work of a killed worker is taken over at once by another worker of its DATA_DIR; a living worker keeps its
// own. The workers are separate processes.

import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { readdir, rename, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { enqueueWork, leaseDue, leaseWork } from '#kit/work.ts'
import { startSamvad } from '../../test/harness.ts'
import { eventually } from '../../test/program.ts'
import { Presence } from './presence.ts'
import { workOfTheDead } from './work-of-the-dead.ts'

const samvad = await startSamvad({ SAMVAD_LOG_LEVEL: 'silent' })
const { app } = samvad
const { dataDirectory } = app.settings
const folder = join(dataDirectory, 'workers')
const children: ChildProcess[] = []
after(() => {
  for (const child of children) child.kill('SIGKILL')
})

/** A worker that runs until it is killed. */
async function worker() {
  const text = `
    import { Presence } from ${JSON.stringify(new URL('./presence.ts', import.meta.url).href)}
    setInterval(() => {}, 1000)
    console.log(await new Presence(${JSON.stringify(dataDirectory)}).begin())`
  const child = spawn(process.execPath, ['--input-type=module', '-e', text], { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  let output = ''
  child.stdout?.setEncoding('utf8').on('data', (chunk) => (output += chunk))
  await eventually('the worker is there', async () => output.endsWith('\n'))
  return {
    id: output.trim() as Uuid,
    stop: () => child.kill('SIGSTOP'),
    async kill() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGKILL')
      await ended
    },
  }
}

const presence = new Presence(dataDirectory)
await presence.begin()
const woken: string[] = []
const job = workOfTheDead({ ...app, wake: (kind) => woken.push(kind) }, presence)
const look = () => job.run(new AbortController().signal)

const inHandOf = (organizationId: Uuid) =>
  samvad.rows<{ kind: string; worker_id: Uuid | null; is_due: boolean; is_free: boolean }>(
    `select kind, worker_id, due_at <= $2 as is_due, lease_id is null and lease_until is null as is_free
       from due_work where org_id = $1 order by kind`,
    [organizationId, app.clock()],
  )

/** Work under both kinds of leases. */
async function workOf(workerId: Uuid): Promise<Uuid> {
  const organizationId = newUuid()
  for (const kind of ['dispatch', 'rerate'] as const)
    await app.database.transaction((tx) => tx.run(enqueueWork(kind, organizationId, app.clock())))
  const { database } = app
  await database.transaction((tx) => leaseDue(tx, 'dispatch', app.clock(), 10, workerId))
  await database.transaction((tx) => leaseWork(tx, 'rerate', app.clock(), 10, workerId))
  return organizationId
}

test('spec 19.2: what a killed worker had in hand is due at once, what another has that lives, or stands still, is not', async () => {
  const [dead, living, still] = [await worker(), await worker(), await worker()]
  const its = await workOf(dead.id)
  const ofOthers = [await workOf(living.id), await workOf(still.id)]
  still.stop()
  const held = (workerId: Uuid) =>
    ['dispatch', 'rerate'].map((kind) => ({
      kind,
      worker_id: workerId,
      is_due: false,
      is_free: kind === 'dispatch',
    }))
  await look()
  assert.deepEqual(await inHandOf(its), held(dead.id), 'as long as it lives')
  await dead.kill()
  await look()
  const free = { worker_id: null, is_due: true, is_free: true }
  assert.deepEqual(await inHandOf(its), [
    { kind: 'dispatch', ...free },
    { kind: 'rerate', ...free },
  ])
  assert.deepEqual(woken.toSorted(), ['dispatch', 'rerate'])
  assert.deepEqual(await inHandOf(ofOthers[0] as Uuid), held(living.id))
  assert.deepEqual(await inHandOf(ofOthers[1] as Uuid), held(still.id))
  const names = await readdir(folder)
  assert.equal(
    names.some((name) => name.includes(dead.id)),
    false,
    'it is not looked at again',
  )
  assert.equal(names.length, 3, 'those of the living are left')
})

test('spec 19.2: of another machine, or of an earlier start of this one, nothing is said, and its file goes with time', async () => {
  const strange = await worker()
  const its = await workOf(strange.id)
  await strange.kill()
  const name = (await readdir(folder)).find((one) => one.includes(strange.id)) as string
  const moved = join(folder, `${newUuid()}.${strange.id}.socket`)
  await rename(join(folder, name), moved)
  await look()
  assert.deepEqual(
    (await inHandOf(its)).map(({ worker_id }) => worker_id),
    [strange.id, strange.id],
  )
  const old = new Date(app.clock().getTime() - 25 * 3600 * 1000)
  await utimes(moved, old, old)
  await look()
  assert.equal((await readdir(folder)).includes(moved.split('/').at(-1) as string), false)
})

test('a folder that cannot be there keeps no worker from working: its leases run out as before', async () => {
  const nowhere = new Presence('/proc/samvad')
  await assert.rejects(nowhere.begin())
  assert.deepEqual(await nowhere.dead(app.clock()), [])
  await nowhere.end()
})
