// Workers' journals in their folder: which are read, with what content, and when the files are deleted. The workers are
// separate processes.

import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setImmediate as endOfTurn } from 'node:timers/promises'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { bootOf } from '#kit/sign-of-life.ts'
import { eventually } from '../../../../test/program.ts'
import { deadJournals } from './folder.ts'
import { DispatchJournal } from './journal.ts'

const folders: string[] = []
const children: ChildProcess[] = []
after(async () => {
  for (const child of children) child.kill('SIGKILL')
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})

const NOW = new Date('2026-03-10T06:30:00Z')
const LEASE_END = new Date(NOW.getTime() + 50_000)
const boot = (await bootOf()) as string

/** Longer than a socket's path may be. */
async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'samvad-journal-'))
  folders.push(folder)
  const long = join(folder, 'a-name-of-some-length'.repeat(6))
  await mkdir(long)
  return long
}

/** A living worker with a claim of three deliveries: one may have been sent, one was accepted. */
async function worker(dataDirectory: string) {
  const [organizationId, left, answered, here] = [newUuid(), newUuid(), newUuid(), newUuid()] as const
  const text = `
    import { DispatchJournal } from '${new URL('journal.ts', import.meta.url)}'
    const journal = new DispatchJournal(${JSON.stringify(dataDirectory)})
    await journal.open()
    const claim = await journal.begin(['${organizationId}'], new Date(${NOW.getTime()}), new Date(${LEASE_END.getTime()}))
    journal.took(claim, ['${left}', '${answered}', '${here}'])
    await journal.leave({ id: '${left}', claim_id: claim.id })
    await journal.leave({ id: '${answered}', claim_id: claim.id })
    const key = { organizationId: '${organizationId}', leaseUntil: claim.leaseUntil, claimId: claim.id }
    const plain = { providerId: '<a@b>', errorCode: null, errorDetail: null, dueAt: null, address: null }
    journal.note({ ...key, id: '${answered}', status: 'sent', ...plain }, new Date(${NOW.getTime()}))
    // The line before this one is written by then.
    await journal.begin(['${organizationId}'], new Date(${NOW.getTime()}), new Date(${LEASE_END.getTime()}))
    setInterval(() => {}, 1000)
    console.log(journal.worker + ' ' + claim.id)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', text], { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  let output = ''
  child.stdout?.setEncoding('utf8').on('data', (chunk) => (output += chunk))
  await eventually('the worker has claimed', async () => output.endsWith('\n'))
  const [id, claimId] = output.trim().split(' ') as [Uuid, Uuid]
  return {
    id,
    claimId,
    organizationId,
    left,
    answered,
    here,
    stop: () => child.kill('SIGSTOP'),
    async kill() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGKILL')
      await ended
    },
  }
}

const nothing = { errorCode: null, errorDetail: null, dueAt: null, address: null }
const acceptedAtNoon = { at: NOW, status: 'sent', providerId: '<a@b>', ...nothing }

const dead = (folder: string) => deadJournals(join(folder, 'dispatch'), boot, new Set(), new Date())

test('spec 19.2: a dead worker’s journal tells what never left; that of one that lives or stands still is not read', async () => {
  const folder = await newFolder()
  const one = await worker(folder)
  assert.deepEqual(await dead(folder), [], 'it lives')
  one.stop()
  assert.deepEqual(await dead(folder), [], 'it stands still, and may go on')
  await one.kill()
  const [found, ...others] = await dead(folder)
  assert.deepEqual(others, [])
  assert.equal(found?.worker, one.id)
  const [only] = found?.claims ?? []
  assert.deepEqual(only?.claim, { id: one.claimId, leaseUntil: LEASE_END, organizationIds: [one.organizationId] })
  assert.equal(found?.isWhole, true)
  assert.deepEqual(
    only?.left,
    new Map([
      [one.left, null],
      [one.answered, acceptedAtNoon],
    ]),
  )
})

test('spec 19.2: a copy of the folder, another start of the machine, and a lost socket leave it unknown', async () => {
  const folder = await newFolder()
  const one = await worker(folder)
  const copy = await newFolder()
  await cp(join(folder, 'dispatch', `${one.id}.journal`), join(copy, 'dispatch', `${one.id}.journal`), {
    recursive: true,
  })
  await one.kill()
  await cp(join(folder, 'dispatch', `${one.id}.socket`), join(copy, 'dispatch', `${one.id}.socket`)).catch(() => {})
  assert.deepEqual(await dead(copy), [])
  // Data that was only in the machine's memory is lost; recorded lines are valid.
  const [earlier] = await deadJournals(join(folder, 'dispatch'), newUuid(), new Set(), new Date())
  assert.equal(earlier?.isWhole, false, 'another start')
  assert.deepEqual(earlier?.claims[0]?.left.get(one.answered), acceptedAtNoon)
  const journal = new DispatchJournal(folder)
  for (const { claim, left } of earlier?.claims ?? []) journal.inherit(claim, left, false)
  assert.equal(journal.takeBack({ id: one.here, claim_id: one.claimId }), false)
  assert.equal(journal.outcomeOf({ id: one.answered, claim_id: one.claimId })?.status, 'sent')
  assert.equal((await dead(folder)).length, 1)

  // A new file at the same path: the content of the first one is lost.
  const path = join(folder, 'dispatch', `${one.id}.journal`)
  const text = await readFile(path)
  await rm(path)
  await writeFile(join(folder, 'other'), '')
  await writeFile(path, text)
  const isSame = (await stat(path)).ino === Number(/:(\d+)\n/.exec(text.toString())?.[1])
  assert.equal((await dead(folder)).length, isSame ? 1 : 0)
  await rm(join(folder, 'dispatch', `${one.id}.socket`))
  assert.deepEqual(await dead(folder), [])
})

test('what nobody can read goes after a day, and not before', async () => {
  const folder = join(await newFolder(), 'dispatch')
  await mkdir(folder)
  const path = join(folder, `${newUuid()}.journal`)
  await writeFile(path, 'of an earlier start')
  await deadJournals(folder, boot, new Set(), new Date())
  assert.equal((await readdir(folder)).length, 1)
  const before = Date.now() / 1000 - 25 * 3600
  await utimes(path, before, before)
  await deadJournals(folder, boot, new Set(), new Date())
  assert.deepEqual(await readdir(folder), [])
})

test('a worker that ends with everything settled leaves no file; with something open it leaves its last word', async () => {
  const folder = await newFolder()
  const files = () => readdir(join(folder, 'dispatch'))
  const settled = new DispatchJournal(folder)
  await settled.open()
  const first = await settled.begin([newUuid()], NOW, LEASE_END)
  const id = newUuid()
  settled.took(first, [id])
  await settled.leave({ id, claim_id: first.id })
  settled.settled({ id, claim_id: first.id })
  await settled.close()
  assert.deepEqual(await files(), [])

  const open = new DispatchJournal(folder)
  await open.open()
  const claim = await open.begin([newUuid()], NOW, LEASE_END)
  open.took(claim, [id])
  await open.close()
  await assert.rejects(open.leave({ id, claim_id: claim.id }), /given back/)
  const [found] = await dead(folder)
  assert.equal(found?.worker, open.worker, 'though its process lives')
  assert.equal(found?.claims[0]?.left.size, 0)
})

test('spec 19.2: what was taken back, or whose lease is over, does not leave; what may have left is not taken back', async () => {
  const folder = await newFolder()
  const journal = new DispatchJournal(folder)
  await journal.open()
  const claim = await journal.begin([newUuid()], NOW, LEASE_END)
  const [one, two, three] = [newUuid(), newUuid(), newUuid()].map((id) => ({ id, claim_id: claim.id }))
  assert.ok(one && two && three)
  journal.took(claim, [one.id, two.id, three.id])
  assert.equal(journal.takeBack(one), true)
  await assert.rejects(journal.leave(one), /given back/)
  const leaving = journal.leave(two)
  assert.equal(journal.takeBack(two), false, 'also while it is being noted')
  await leaving
  assert.equal(journal.takeBack({ id: three.id, claim_id: null }), false)
  assert.equal(journal.takeBack({ id: three.id, claim_id: newUuid() }), false, 'of another worker')

  const over = await journal.begin([newUuid()], NOW, NOW)
  journal.took(over, [one.id])
  await assert.rejects(journal.leave({ id: one.id, claim_id: over.id }), /lease/)
  await journal.close()
})

test('spec 19.2: as long as it cannot be written nothing is claimed or leaves; then it is whole again', async () => {
  const folder = await newFolder()
  const journal = new DispatchJournal(folder)
  await journal.open()
  const path = join(folder, 'dispatch', `${journal.worker}.journal`)
  const claim = await journal.begin([newUuid()], NOW, LEASE_END)
  const [left, here] = [newUuid(), newUuid()]
  journal.took(claim, [left, here])
  await journal.leave({ id: left, claim_id: claim.id })

  // The file was deleted and the disk is full: a new one cannot be written.
  await rm(path)
  await symlink('/dev/full', `${path}-draft`)
  await assert.rejects(journal.open(), { code: 'ENOSPC' })
  assert.equal((journal.fault as NodeJS.ErrnoException).code, 'ENOSPC')
  await assert.rejects(journal.begin([newUuid()], NOW, LEASE_END), { code: 'ENOSPC' })
  await assert.rejects(journal.leave({ id: here, claim_id: claim.id }), { code: 'ENOSPC' })

  await rm(`${path}-draft`)
  await journal.open()
  assert.equal(journal.fault, null)
  const text = await readFile(path, 'utf8')
  assert.ok(text.includes(claim.id) && text.includes(left), 'what counts is in it again')
  assert.equal((await stat(path)).mode & 0o777, 0o600)
  await journal.close()
})

test('spec 19.2: a file system that hangs is waited for so long, and nothing leaves until it answers again', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const folder = await newFolder()
  const journal = new DispatchJournal(folder)
  await journal.open()
  const path = join(folder, 'dispatch', `${journal.worker}.journal`)
  const claim = await journal.begin([newUuid()], NOW, LEASE_END)
  const delivery = { id: newUuid(), claim_id: claim.id }
  journal.took(claim, [delivery.id])

  // Opening a pipe for writing blocks until it is opened for reading.
  const pipe = join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
  await rm(path)
  await symlink(pipe, `${path}-draft`)
  const waiting = { isOver: false }
  const failed = assert.rejects(journal.open(), /does not answer/).finally(() => {
    waiting.isOver = true
  })
  while (!waiting.isOver) {
    t.mock.timers.tick(1000)
    await endOfTurn()
  }
  await failed
  await assert.rejects(journal.leave(delivery), /does not answer/)

  const read = readFile(pipe)
  while (journal.fault !== null) {
    await journal.open().catch(() => {})
    await endOfTurn()
  }
  assert.ok((await readFile(path, 'utf8')).includes(`leaving ${claim.id} ${delivery.id}`), 'what counts is in it')
  assert.ok((await read).length > 0)
  await journal.close()
})

test('it stays small: what is settled goes when it has grown', async () => {
  const folder = await newFolder()
  const journal = new DispatchJournal(folder)
  await journal.open()
  const path = join(folder, 'dispatch', `${journal.worker}.journal`)
  const stays = await journal.begin([newUuid()], NOW, LEASE_END)
  const stayed = newUuid()
  journal.took(stays, [stayed])
  await journal.leave({ id: stayed, claim_id: stays.id })
  let largest = 0
  for (let round = 0; round < 80; round++) {
    const claim = await journal.begin([newUuid()], NOW, LEASE_END)
    const ids = Array.from({ length: 400 }, () => newUuid())
    journal.took(claim, ids)
    await Promise.all(ids.map((id) => journal.leave({ id, claim_id: claim.id })))
    for (const id of ids) journal.settled({ id, claim_id: claim.id })
    largest = Math.max(largest, (await stat(path)).size)
  }
  assert.ok(largest < 1_200_000, `${largest} bytes`)
  const text = await readFile(path, 'utf8')
  assert.ok(text.includes(`leaving ${stays.id} ${stayed}\n`))
  await journal.close()
})
