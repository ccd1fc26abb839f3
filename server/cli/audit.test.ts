// The audit log on the command line, and the entries of the command line and the first start.

import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import * as audit from '#people/audit/actions.ts'
import type { AuditEntry } from '#people/audit/schema.ts'
import { createFirstAccess } from '#program/first-access.ts'
import { runCommand } from '../../test/command-line.ts'
import { startSamvad, testDatabase, uuidOf } from '../../test/harness.ts'
import { urlOf } from '../../test/postgres.ts'

const samvad = await startSamvad()

test('spec 1.21: the command line is told apart, and nothing of a password is kept', async () => {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'samvad-audit-'))
  after(() => rm(dataDirectory, { recursive: true, force: true }))
  const environment = { DATABASE_URL: urlOf(samvad.connection), DATA_DIR: dataDirectory }
  const run = (...words: string[]) => runCommand([...words, '--json'], environment)
  const json = async (...words: string[]) => JSON.parse((await run(...words)).stdout)
  const made = await json('organization', 'create', '--name', 'Indu Sweets', '--owner-email', 'indu@sweets.example')
  const user_ = await json(
    'user',
    'create',
    '--organization',
    made.id,
    '--email',
    'jaya@sweets.example',
    '--role',
    'agent',
    '--operator',
    '--yes',
  )
  const token = await json('token', 'create', '--organization', made.id, '--user', 'indu@sweets.example')
  const set = await json('user', 'set-password', '--user', 'jaya@sweets.example')

  const listed = await json('audit', 'list', '--organization', made.id)
  assert.deepEqual([listed.organization_id, listed.is_unbroken, listed.broken_at_sequence], [made.id, true, null])
  assert.deepEqual(
    listed.data.toReversed().map(({ action, object, actor }: AuditEntry) => [action, object, actor]),
    [
      ['organization.created', made.id, 'command_line'],
      ['member.added', made.owner_id, 'command_line'],
      ['member.added', user_.id, 'command_line'],
      ['token.created', token.id, 'command_line'],
      ['password.changed', user_.id, 'command_line'],
    ],
  )
  const installation = await json('audit', 'list', '--installation', '--limit', '1')
  assert.deepEqual(
    installation.data.map(({ action, object }: AuditEntry) => [action, object]),
    [['operator.appointed', user_.id]],
  )
  for (const secret of [made.password, user_.password, set.password, token.access_token])
    assert.ok(!JSON.stringify([listed, installation]).includes(secret))

  await samvad.rows('alter table audit_log disable trigger user')
  const forge = (name: string) =>
    samvad.rows(
      `update audit_log set details = jsonb_build_object('name', $2::text) where org_id = $1 and sequence = 1`,
      [uuidOf('org', made.id), name],
    )
  await forge('Another name')
  const broken = await run('audit', 'list', '--organization', made.id)
  assert.deepEqual([broken.code, JSON.parse(broken.stdout).broken_at_sequence], [1, 1])
  await forge('Indu Sweets')
  await samvad.rows('alter table audit_log enable trigger user')
  assert.equal((await run('audit', 'list', '--limit', '0')).code, 2)
})

test('spec 17.3: the first start records the first organization, its owner and its token', async () => {
  const fresh = await startSamvad({}, { connection: await testDatabase() })
  await fresh.rows(
    'delete from memberships; delete from token_hashes; delete from tokens; delete from wallets; delete from organizations',
  )
  const made = await createFirstAccess(fresh.app)
  assert.ok(made)
  const { data } = await audit.list(fresh.app.database.reads, uuidOf('org', made.organization_id), {})
  assert.deepEqual(
    data.toReversed().map(({ action, actor }) => [action, actor]),
    [
      ['organization.created', 'system'],
      ['member.added', 'system'],
      ['token.created', 'system'],
    ],
  )
})
