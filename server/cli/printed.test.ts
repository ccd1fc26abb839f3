// External text that the command line prints never controls the terminal.

import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { grant } from '#money/refunds/credits.ts'
import * as organizations from '#people/organizations/actions.ts'
import { runCommand } from '../../test/command-line.ts'
import { publicId, startSamvad } from '../../test/harness.ts'
import { urlOf } from '../../test/postgres.ts'

const samvad = await startSamvad()
const { database } = samvad.app
const { company } = samvad
const ORGANIZATION = publicId('org', company.organizationId)
const folder = await mkdtemp(join(tmpdir(), 'samvad-printed-'))
after(() => rm(folder, { recursive: true, force: true }))

const environment = { DATABASE_URL: urlOf(samvad.connection), DATA_DIR: folder }
const run = (...words: string[]) => runCommand(words, environment)

/** A window title, a cleared screen, colours, a second line, reversed text, and an 8-bit control. */
const EVIL = '\u001b]0;PWNED\u0007\u001b[2J\u001b[31mEvil\r\nline two\u2028\u202egnp.exe\u009b1m\u007f\u200b'
const SHOWN = String.raw`\u001b]0;PWNED\u0007\u001b[2J\u001b[31mEvil\u000d\u000aline two\u2028\u202egnp.exe\u009b1m\u007f\u200b`

/** As an earlier version stored it. */
async function storeEvil(): Promise<void> {
  const { organizationId, token } = company
  const service = { token, json: { name: 'Shop', role: 'viewer' } }
  assert.equal((await samvad.request('POST', '/v1/service_users', service)).status, 201)
  assert.equal((await samvad.request('POST', '/v1/tokens', { token, json: { name: 'Shop' } })).status, 201)
  for (const statement of [
    'update organizations set name = $1',
    'update users set display_name = $1',
    'update tokens set name = $1',
    `insert into price_lists (id, org_id, name, effective_from, definition, published_at)
     select gen_random_uuid(), org_id, $1, effective_from + interval '1 s', definition, published_at + interval '1 s'
       from price_lists`,
  ])
    await database.pool.query(statement, [EVIL])
  const at = samvad.app.clock()
  await database.transaction(async (tx) => {
    const scope = { organizationId, at }
    await grant(tx, scope, 'command_line', { amount: 1_000_000n, reason: EVIL })
    await organizations.suspend(tx, scope, 'command_line', EVIL)
    await organizations.resume(tx, scope, 'command_line')
  })
}

/** The characters of a stream that a terminal would interpret. */
const obeyed = (text: string) => text.match(/[^\P{C}\n]|[\u2028\u2029]/gu) ?? []

test('spec 17.11: no list, answer or JSON of the command line has a control or a mark of direction in it', async () => {
  await storeEvil()
  const commands: [lines: number | null, ...words: string[]][] = [
    [1, 'organization', 'list'],
    [2, 'user', 'list'],
    [2, 'token', 'list'],
    [1, 'transaction', 'list'],
    [2, 'price-list', 'list'],
    [1, 'organization', 'suspend', '--organization', ORGANIZATION],
    [1, 'organization', 'resume', '--organization', ORGANIZATION],
    [null, 'audit', 'list'],
  ]
  for (const [lines, ...words] of commands) {
    const { code, stdout, stderr } = await run(...words)
    const [name] = [words.slice(0, 2).join(' ')]
    assert.equal(code, 0, `${name}: ${stderr}`)
    assert.deepEqual(obeyed(stdout + stderr), [], name)
    if (lines === null) continue
    assert.ok(stdout.includes(SHOWN), `${name}: ${stdout}`)
    assert.equal(stdout.trimEnd().split('\n').length, lines, `${name}: one line for each`)
  }
  const json = await run('organization', 'list', '--json')
  assert.deepEqual(obeyed(json.stdout), [])
  assert.equal(JSON.parse(json.stdout)[0].name, EVIL, 'a program reads it as it is')
  const asked = await run('credit', 'grant', '--amount', '1.00', '--reason', 'Welcome')
  assert.deepEqual([asked.code, obeyed(asked.stderr)], [2, []])
  assert.match(asked.stderr, /Grant 1\.00 INR to \\u001b\]0;PWNED/)
  const wrong = await run('user', 'remove', '--user', 'a\u202e')
  assert.deepEqual([wrong.code, obeyed(wrong.stderr)], [2, []])
})

test('spec 3.24: what the command line is given is text as the API takes it', async () => {
  for (const [option, ...words] of [
    ['name', 'organization', 'create', '--name', 'Evil\u001b[2J'],
    ['reason', 'organization', 'suspend', '--organization', ORGANIZATION, '--reason', 'Spam\nagain'],
    ['name', 'token', 'create', '--user', 'asha@company.example', '--name', '\u3164'],
  ] as const) {
    const { code, stderr, stdout } = await run(...words)
    assert.deepEqual([code, stdout, obeyed(stderr)], [2, '', []])
    assert.match(
      stderr,
      new RegExp(`^samvad: --${option}: (Remove the character U\\+00[01][AB]\\.|Enter at least one visible)`),
    )
  }
  const reject = await run('refund', 'reject', '--refund', 'rfnd_x', '--note', 'Paid once.\nSee the statement.')
  assert.match(reject.stderr, /rfnd_x is not the ID of a refund/, 'a note may have lines')
})
