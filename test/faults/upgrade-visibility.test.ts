// decisions §3: nobody's conversations are lost. What was orphaned in a database of the released schema is handed over by its migration.

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { test } from 'node:test'
import { runner } from 'node-pg-migrate'
import pg from 'pg'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { migrate } from '#kit/migrate.ts'
import { mustBeHealthy, startSamvad } from '../harness.ts'
import { startTestPostgres } from '../postgres.ts'

/** The last migration of the released schema. */
const RELEASED = 17

const quiet = { debug() {}, info() {}, warn() {}, error() {} }

test('decisions §3: conversations of who had left, or could not see them, come to who does, with all messages', async () => {
  const server = await startTestPostgres()
  const database = `test_${randomBytes(6).toString('hex')}`
  const admin = new pg.Client(server)
  await admin.connect()
  await admin.query(`create database ${database}`)
  await admin.end()
  const connection = { ...server, database }
  const client = new pg.Client(connection)
  await client.connect()
  await runner({
    dbClient: client,
    dir: fileURLToPath(new URL('../../db/migrations', import.meta.url)),
    direction: 'up',
    count: RELEASED,
    migrationsTable: 'schema_migrations',
    noLock: true,
    log: () => {},
    logger: quiet,
  })

  const insert = (table: string, row: Record<string, unknown>) => {
    const names = Object.keys(row)
    const places = names.map((_, index) => `$${index + 1}`)
    return client.query(`insert into ${table} (${names}) values (${places})`, Object.values(row))
  }
  const at = new Date('2026-03-01T10:00:00Z')
  const org = newUuid()
  await insert('organizations', { id: org, name: 'Asha Textiles', created_at: at })
  await insert('wallets', { org_id: org, state: newUuid(), created_at: at, updated_at: at })
  const clerk = newUuid()
  await insert('roles', { org_id: org, id: clerk, name: 'Clerk', permissions: ['contacts.view'], created_at: at })
  const reader = newUuid()
  await insert('roles', {
    org_id: org,
    id: reader,
    name: 'Reader',
    permissions: ['conversations.view'],
    created_at: at,
  })

  let people = 0
  const user = async (membership: Record<string, unknown> | null): Promise<Uuid> => {
    const id = newUuid()
    people++
    await insert('users', { id, email: `p${people}@company.example`, display_name: 'P', created_at: at })
    const created_at = new Date(at.getTime() + people * 1000)
    if (membership) await insert('memberships', { org_id: org, user_id: id, created_at, ...membership })
    return id
  }
  const billing = await user({ role_name: 'billing' })
  const owner = await user({ role_name: 'owner' })
  await user({ role_name: 'owner' })
  const asha = await user({ role_name: 'agent' })
  const inCustomRole = await user({ role_id: reader })
  const blindClerk = await user({ role_id: clerk })
  const left = await user(null)
  const leftToo = await user(null)

  const contact = async (owner_id: Uuid) => {
    const id = newUuid()
    await insert('contacts', { org_id: org, id, display_name: 'C', owner_id, created_at: at })
    return id
  }
  const talk = async (user_id: Uuid, counterpart: object, more: object = {}) => {
    const id = newUuid()
    const message = newUuid()
    const conversation = {
      org_id: org,
      id,
      user_id,
      ...counterpart,
      created_at: at,
      last_opened_at: at,
      is_muted: true,
    }
    await insert('conversations', { ...conversation, pinned_message_id: message, ...more })
    const common = { org_id: org, conversation_id: id, channel: 'email', created_at: at }
    await insert('messages', { ...common, id: message, direction: 'inbound', sender_id: newUuid(), text: 'Hello' })
    return { id, message }
  }
  const contacts = [await contact(asha), await contact(left), await contact(billing), await contact(owner)] as const
  const group = newUuid()
  await insert('groups', { org_id: org, id: group, name: 'Dealers', created_by: inCustomRole, created_at: at })

  const toContactsOwner = await talk(left, { contact_id: contacts[0] })
  const toOwner = await talk(left, { contact_id: contacts[1] })
  const toOwnerToo = await talk(billing, { contact_id: contacts[2] })
  const toCreator = await talk(blindClerk, { group_id: group })
  const kept = await talk(asha, { contact_id: contacts[3] })
  // Three with one contact come to its owner, who has one: all are one then.
  const into = await talk(owner, { contact_id: contacts[3] }, { archived_at: at, pinned_message_id: null })
  const later = new Date('2026-04-01T10:00:00Z')
  const merged = [
    await talk(left, { contact_id: contacts[3] }, { last_active_at: later, is_pinned: true }),
    await talk(leftToo, { contact_id: contacts[3] }, { archived_at: at }),
  ]
  // Two with one contact come to somebody who had none: the first becomes theirs, the second part of it.
  const fresh = await contact(asha)
  const twins = [await talk(left, { contact_id: fresh }), await talk(leftToo, { contact_id: fresh })] as const
  await client.end()

  await migrate(connection)
  // The doctor looks at all of it, V1 as well, when the file ends.
  const samvad = await startSamvad({}, { connection })
  await mustBeHealthy(samvad.app.database.reads)
  const rows = await samvad.rows(
    `select c.id, user_id, is_muted, last_opened_at, is_pinned, last_active_at, archived_at, pinned_message_id,
            array(select m.id from messages m where m.org_id = c.org_id and m.conversation_id = c.id order by m.id) as messages
       from conversations c where org_id = $1`,
    [org],
  )
  const found = new Map(rows.map((row) => [row.id, row]))
  assert.equal(rows.length, 7)
  const handedTo = (conversation: { id: Uuid; message: Uuid }, user_id: Uuid) => {
    const { user_id: now, is_muted, last_opened_at, messages } = found.get(conversation.id) ?? {}
    assert.deepEqual([now, is_muted, last_opened_at], [user_id, false, null])
    assert.ok(messages.includes(conversation.message))
  }
  handedTo(toContactsOwner, asha)
  handedTo(toOwner, owner)
  handedTo(toOwnerToo, owner)
  handedTo(toCreator, inCustomRole)
  handedTo(twins[0], asha)
  assert.deepEqual(found.get(twins[0].id)?.messages, [twins[0].message, twins[1].message].toSorted())
  const { user_id, is_muted, messages } = found.get(kept.id) ?? {}
  assert.deepEqual([user_id, is_muted, messages], [asha, true, [kept.message]], 'who sees theirs keeps it as it was')
  const one = found.get(into.id)
  assert.deepEqual([one?.user_id, one?.is_muted, one?.is_pinned, one?.archived_at], [owner, true, true, null])
  assert.deepEqual(one?.last_active_at, later)
  assert.deepEqual(one?.messages, [into, ...merged].map(({ message }) => message).toSorted())
  assert.ok(merged.some(({ message }) => message === one?.pinned_message_id))
  const owners = await samvad.rows<{ id: Uuid; owner_id: Uuid }>(
    'select id, owner_id from contacts where org_id = $1',
    [org],
  )
  const ownerOf = new Map(owners.map(({ id, owner_id }) => [id, owner_id]))
  assert.deepEqual(
    contacts.map((id) => ownerOf.get(id)),
    [asha, owner, billing, owner],
  )
})
