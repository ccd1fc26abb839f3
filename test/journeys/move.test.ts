// The life of a move, by commands: from the embedded PostgreSQL to another, killed on the way. The mail server's log is
// the evidence of what was sent.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { bundledProgram } from '../bundled-program.ts'
import { runCommand } from '../command-line.ts'
import { GUARD_MS } from '../guard.ts'
import { isLong } from '../long-stories.ts'
import { startMailbox } from '../mailbox.ts'
import { emptyDatabase, urlOf } from '../postgres.ts'
import { prepareDataDirectory } from '../prepared-data-directory.ts'
import { eventually, newDataDirectory, type Program, removeDataDirectory, startProgram } from '../program.ts'

const CLI = fileURLToPath(new URL('../../bin/samvad', import.meta.url))
const KILL_AT = new URL('kill-at.mjs', import.meta.url).href
const MAILS = 3

const mailbox = await startMailbox()
const folder = await newDataDirectory()
const home = join(folder, 'home')
await prepareDataDirectory(home)
const running = new Set<Program>()
after(async () => {
  for (const program of running) await program.stop()
  await mailbox.close()
  await removeDataDirectory(folder)
})

async function start(environment: Record<string, string> = {}): Promise<Program> {
  const program = await startProgram(home, { SAMVAD_SMTP_URL: mailbox.url, ...environment })
  running.add(program)
  return program
}

async function stop(program: Program): Promise<void> {
  await program.stop()
  running.delete(program)
}

async function make(program: Program, path: string, json: object) {
  const answer = await program.request('POST', path, { json })
  assert.ok(answer.status < 300, answer.text)
  return answer.body
}

/** A separate process: a start that is refused, or a command to be killed when it prints what `killAt` matches. */
function run(script: string, words: string[], environment: Record<string, string> = {}, killAt?: RegExp) {
  const killing = killAt && {
    NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import=${KILL_AT}`,
    SAMVAD_TEST_KILL_AT: killAt.source,
  }
  const env = { ...process.env, PORT: '0', DATA_DIR: home, ...environment, ...killing }
  const child = spawn(process.execPath, [script, ...words], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: GUARD_MS,
  })
  let out = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (out += text))
  return new Promise<{ code: number | null; out: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, out })),
  )
}

const cli = (words: string[]) => runCommand(words, { DATABASE_URL: undefined, DATA_DIR: home })

let address = ''
const ids: string[] = []

test('spec 17.20: a move is refused while the program runs, and where the other database cannot be used', async () => {
  const program = await start({ ROLES: 'api' })
  await program.cli('credit', 'grant', '--amount', '1000.00', '--reason', 'Start', '--yes')
  for (let count = 0; count < MAILS; count++) {
    const contact = await make(program, '/v1/contacts', { display_name: 'Ravi', email: `ravi-${count}@farm.example` })
    const conversation = await make(program, '/v1/conversations', { contact_id: contact.id })
    const draft = { conversation_id: conversation.id, channel: 'email', subject: 'Monsoon', text: `It rains ${count}` }
    ids.push((await make(program, '/v1/messages', draft)).id)
  }
  address = urlOf(await emptyDatabase())
  const busy = await cli(['move', '--to', address])
  assert.equal(busy.code, 1)
  // The address it listens on, which people may reach by another name.
  const listens = `http://127\\.0\\.0\\.1:${new URL(program.url).port}`
  assert.match(
    busy.out,
    new RegExp(`Samvad is running on this installation, at ${listens} \\(pid \\d+\\)\\. Stop it first`),
  )
  await stop(program)

  const wrong = await cli(['move', '--to', 'mysql://shop@127.0.0.1/shop'])
  assert.equal(wrong.code, 2)
  assert.match(wrong.out, /--to must be a URL that starts with postgres:\/\//)
  const missing = new URL(address)
  missing.pathname = '/nowhere'
  const nowhere = await cli(['move', '--to', missing.href])
  assert.equal(nowhere.code, 1)
  assert.match(
    nowhere.out,
    /--to \(.*database "nowhere"\): the database does not exist\. Create it first: createdb nowhere/,
  )
})

test('spec 17.20: killed at any point it leaves the installation where it was, or where it goes, and is finished by the next', async () => {
  // server/backup/move.test.ts interrupts it at other points.
  if (isLong) {
    const killed = await run(CLI, ['move', '--to', address], {}, /checking the copy/)
    assert.equal(killed.code, null, killed.out)
    const { out: told } = await cli(['fence', 'status', '--json'])
    assert.match(told, /"fenced": ?false/, 'the source is as it was')
  }

  await run(CLI, ['move', '--to', address], {}, /switched to the new database/)
  const left = await run(await bundledProgram(), [])
  assert.equal(left.code, 2)
  assert.match(left.out, /This installation was moved to the database .* Set DATABASE_URL to that database/)
  const { code, out } = await cli(['move', '--to', address, '--json'])
  assert.equal(code, 0, out)
})

test('spec 17.20: started where it was moved to, it sends what waited, once, and holds', async () => {
  const program = await start({ DATABASE_URL: address })
  const { body } = await program.request('GET', '/readyz')
  assert.deepEqual([body.ready, body.fenced], [true, false])
  await mailbox.waitFor(MAILS)
  for (const id of ids)
    await eventually('it is sent', async () => {
      const { body } = await program.request('GET', `/v1/messages/${id}/deliveries`)
      return body.data.length === 1 && body.data[0].status === 'sent'
    })
  const doctor = await program.cli('doctor')
  assert.equal(doctor.code, 0, doctor.out)
  assert.equal(mailbox.received.length, MAILS)
  assert.equal(new Set(mailbox.received.map(({ envelope }) => envelope.to[0])).size, MAILS)
  await stop(program)

  const forgotten = await cli(['balance'])
  assert.match(forgotten.out, /samvad: This installation was moved to the database/, 'who forgot DATABASE_URL is told')
  const granted = await cli(['credit', 'grant', '--amount', '1', '--reason', 'goodwill', '--yes'])
  assert.equal(granted.code, 1)
  assert.match(granted.out, /moved to the database .* Nothing was changed\./)
  assert.equal((await cli(['balance'])).out, forgotten.out)
})
