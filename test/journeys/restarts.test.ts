// Processes that end under many callers: restarted in turn, killed, stopped. On a busy machine they stall at the worst
// moment, so here they are stalled deliberately.

import assert from 'node:assert/strict'
import { readdir, readFile, readlink } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { after, before, type TestContext, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { programChildrenOf } from '../children.ts'
import { GUARD_MS } from '../guard.ts'
import { testDatabase } from '../harness.ts'
import { onlyLong } from '../long-stories.ts'
import { urlOf } from '../postgres.ts'
import { eventually, newDataDirectory, type Program, removeDataDirectory, startProgram } from '../program.ts'
import { type Crowd, gather } from './crowd.ts'

const skip = process.platform === 'linux' ? false : 'elsewhere the parent lets in for all'
const PROCESSES = 2
const STANDS_STILL_MS = 15
/** State of a listening socket in /proc/net/tcp. */
const LISTENS = '0A'

let samvad: Program
let dataDirectory: string

before(async () => {
  dataDirectory = await newDataDirectory()
  const environment = {
    DATABASE_URL: urlOf(await testDatabase()),
    ROLES: 'api',
    SAMVAD_PROCESSES: String(PROCESSES),
  }
  let parent = 0
  const starting = startProgram(dataDirectory, environment, undefined, (pid) => {
    parent = pid
  })
  // As `systemctl reload` right after a start does.
  await eventually('the first process starts', async () => parent > 0 && programChildrenOf(parent).length > 0)
  process.kill(parent, 'SIGHUP')
  samvad = await starting
})

after(async () => {
  // Also after a failure, and when it did not start.
  if (samvad as Program | undefined) {
    for (const pid of apis()) send(pid, 'SIGCONT')
    await samvad.stop()
  }
  await removeDataDirectory(dataDirectory)
})

/** The callers end with the test, whatever its result. */
function crowdOf(t: TestContext, anew: number, keeping: number): Crowd {
  const crowd = gather(samvad.url, anew, keeping)
  t.after(() => crowd.end())
  return crowd
}

/** The ids of the API processes. */
const apis = (): number[] =>
  programChildrenOf(samvad.pid)
    .filter(({ args }) => args.endsWith(' api'))
    .map(({ pid }) => pid)

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has just ended.
  }
}

/** The listening sockets of a process. */
async function doorsOf(pid: number): Promise<string[]> {
  const port = Number(new URL(samvad.url).port).toString(16).toUpperCase().padStart(4, '0')
  const sockets = (await readFile('/proc/net/tcp', 'utf8')).split('\n').map((line) => line.trim().split(/\s+/))
  const listening = sockets.filter(([, local, , state]) => local?.endsWith(`:${port}`) && state === LISTENS)
  const doors = listening.map((fields) => `socket:[${fields[9]}]`)
  const held = await readdir(`/proc/${pid}/fd`)
  const links = await Promise.all(held.map((fd) => readlink(`/proc/${pid}/fd/${fd}`).catch(() => '')))
  return links.filter((link) => doors.includes(link)).sort()
}

const restarts = () => samvad.output().match(/rolling restart complete/g)?.length ?? 0

test('spec 17.7: SIGHUP in the middle of a start ends nothing: the processes are restarted once they serve', {
  skip: process.platform === 'win32' ? 'needs signals' : false,
}, async () => {
  await eventually('all are new', async () => restarts() === 1)
  assert.match(samvad.output(), /ready at .*rolling restart complete/s)
})

test('spec 17.34: SIGHUP refuses nobody of a crowd, although processes stand still while they end', {
  skip,
}, async (t) => {
  const doors = await doorsOf(samvad.pid)
  assert.equal(doors.length, PROCESSES, 'the parent holds the door of each')
  const crowd = crowdOf(t, 16, 8)
  const [before, count] = [apis(), restarts()]
  process.kill(samvad.pid, 'SIGHUP')
  // Stops the process repeatedly, also between its last check for callers and its end.
  const until = performance.now() + GUARD_MS
  while (restarts() === count && performance.now() < until) {
    for (const signal of ['SIGSTOP', 'SIGCONT'] as const) {
      for (const pid of before) send(pid, signal)
      await delay(STANDS_STILL_MS)
    }
  }
  const now = apis()
  assert.deepEqual([now.length, now.filter((pid) => before.includes(pid))], [PROCESSES, []])
  assert.deepEqual((await Promise.all(now.map(doorsOf))).flat().sort(), doors, 'the same sockets, one for each')
  assert.ok(crowd.served() === 24, `${crowd.served()} of the crowd in ${crowd.answered()} answers`)
  await crowd.end()
  assert.deepEqual(crowd.failed, [])
})

test('spec 17.35: who waits for a process that is killed is let in by the others, until it is started again', {
  skip,
}, async (t) => {
  const doors = await doorsOf(samvad.pid)
  const [killed, other] = apis() as [number, number]
  process.kill(killed, 'SIGSTOP')
  t.after(() => send(killed, 'SIGCONT'))
  const crowd = crowdOf(t, 24, 0)
  await eventually('the others are served', async () => crowd.served() > 4)
  assert.ok(crowd.served() < 24, 'some wait for the one that stands still')
  process.kill(killed, 'SIGKILL')
  const again = await eventually('it is started again', async () =>
    apis().find((pid) => pid !== other && pid !== killed),
  )
  // It is slow to end.
  process.kill(again, 'SIGSTOP')
  t.after(() => send(again, 'SIGCONT'))
  await eventually('all are served', async () => crowd.served() === 24)
  assert.deepEqual(await doorsOf(other), doors)
  process.kill(again, 'SIGCONT')
  await eventually('it stands there itself', async () => (await doorsOf(again)).length === 1)
  await eventually('nobody stands in for it', async () => (await doorsOf(other)).length === 1)
  assert.deepEqual([...(await doorsOf(again)), ...(await doorsOf(other))].sort(), doors)
  await crowd.end()
  assert.deepEqual(crowd.failed, [])
})

test('spec 17.35: who comes to a process that somebody else asked to end is let in by the others at once', {
  skip: skip || onlyLong,
}, async (t) => {
  const [asked, other] = apis() as [number, number]
  const crowd = crowdOf(t, 16, 8)
  await eventually('all are served', async () => crowd.served() === 24)
  const doors = await doorsOf(samvad.pid)
  process.kill(asked, 'SIGTERM')
  await eventually('the other stands in for it', async () => (await doorsOf(other)).length === PROCESSES)
  await eventually('it is there again', async () => {
    const now = apis()
    return now.length === PROCESSES && !now.includes(asked) && (await doorsOf(other)).length === 1
  })
  assert.deepEqual((await Promise.all(apis().map(doorsOf))).flat().sort(), doors)
  await crowd.end()
  assert.deepEqual(crowd.failed, [])
})

test('spec 17.34: a new process that does not begin to serve leaves the old ones where they were, and nobody waits', {
  skip,
}, async (t) => {
  const before = apis()
  const doors = await Promise.all(before.map(doorsOf))
  const crowd = crowdOf(t, 16, 8)
  await eventually('all are served', async () => crowd.served() === 24)
  process.kill(samvad.pid, 'SIGHUP')
  const failing = await eventually('one begins', async () => apis().find((pid) => !before.includes(pid)))
  process.kill(failing, 'SIGKILL')
  await eventually('it is said', async () => /rolling restart failed/.test(samvad.output()))
  assert.deepEqual(apis(), before)
  assert.deepEqual(await Promise.all(before.map(doorsOf)), doors)
  const answered = crowd.answered()
  await eventually('it answers on', async () => crowd.answered() > answered + 50)
  await crowd.end()
  assert.deepEqual(crowd.failed, [])
})

test('spec 17.34: one that is killed while another is started in its place is not started twice, and loses nobody who waits', {
  skip: skip || onlyLong,
}, async (t) => {
  const before = apis()
  const count = restarts() + 1
  process.kill(samvad.pid, 'SIGHUP')
  await eventually('one begins', async () => apis().length > PROCESSES)
  // The first process is being replaced; callers arrive when it no longer accepts connections.
  process.kill(before[0] as number, 'SIGSTOP')
  const crowd = crowdOf(t, 16, 0)
  process.kill(before[0] as number, 'SIGKILL')
  await eventually('it is said', async () => restarts() === count)
  await eventually('all are served', async () => crowd.served() === 16)
  assert.equal(apis().length, PROCESSES)
  await crowd.end()
  assert.deepEqual(crowd.failed, [])
})

test('spec 17.36: at the end nobody is left waiting at a door: the port is free, and who comes is refused at once', {
  skip,
}, async (t) => {
  const { hostname, port } = new URL(samvad.url)
  const crowd = crowdOf(t, 16, 8)
  await eventually('all are served', async () => crowd.served() === 24)
  assert.equal(await samvad.stop(), 0)
  const refused = await new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => resolve('let in'))
    socket.once('error', ({ message }) => resolve(message))
  })
  assert.match(String(refused), /ECONNREFUSED/)
  const next = createServer().listen(Number(port), hostname)
  await new Promise((resolve, reject) => next.once('listening', resolve).once('error', reject))
  await new Promise((resolve) => next.close(resolve))
  await crowd.end()
  assert.deepEqual(
    crowd.failed.filter((how) => /nobody answers/.test(how)),
    [],
  )
})
