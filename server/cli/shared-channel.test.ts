// The commands for shared accounts and the quarantine, run like the program runs them.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { publicId } from '#kit/wire.ts'
import { createSharedAccounts } from '#messaging/channels/accounts/shared-routes.ts'
import { startSamvad } from '../../test/harness.ts'
import { until } from '../../test/mail-story.ts'
import { startSmppServer } from '../../test/smpp/server.ts'
import { received, smppAccount } from '../../test/smpp/story.ts'
import { quarantineAssign, quarantineDiscard, quarantineList } from './quarantine.ts'
import { channelList, channelRemove, channelTest } from './shared-channel.ts'

const server = await startSmppServer()
after(() => server.close())
const samvad = await startSamvad({ SAMVAD_ALLOWED_NETWORKS: '127.0.0.0/8' })
const run = (command: typeof channelList, options: object = {}) =>
  command.run({ app: samvad.app, options } as unknown as Parameters<typeof channelList.run>[0])
const set = () =>
  createSharedAccounts(samvad.app).set('sms', 'command_line', smppAccount(server.port, { from: 'COMMON' }))

test('spec 16.33: the account for all is listed without its password, tested, and removed by command', async () => {
  assert.deepEqual((await run(channelList)).lines, ['app  none', 'sms  none'])
  await set()
  const { lines } = await run(channelList)
  assert.ok(lines.includes('  from  COMMON'), lines.join('\n'))
  assert.ok(!lines.join('\n').includes('kabir42'))
  assert.equal((await run(channelTest, { name: 'sms' })).exitCode, 0)
  server.bindStatus = 0x0e
  assert.equal((await run(channelTest, { name: 'sms' })).exitCode, 1)
  server.bindStatus = 0
  await assert.rejects(run(channelTest, { name: 'fax' }), /must be app or sms/)
  await run(channelRemove, { name: 'sms' })
  assert.deepEqual((await run(channelList)).lines, ['app  none', 'sms  none'])
})

test('spec 16.38: the quarantine is listed, given to an organization and discarded by command', async (t) => {
  assert.deepEqual((await run(quarantineList)).lines, ['Nothing found.'])
  // Inbound messages are routed at once: none is still waiting to be stored.
  process.env.SAMVAD_TEST_WRITERS_NOTED_AFTER_MS = '0'
  t.after(() => delete process.env.SAMVAD_TEST_WRITERS_NOTED_AFTER_MS)
  await set()
  samvad.startWorker()
  await until(
    async () => server.sessions().length,
    (count) => count > 0,
  )
  for (const [index, text] of ['Is it open?', 'spam'].entries()) {
    const fields = { source_addr: `91981230000${index}`, source_addr_ton: 1, destination_addr: 'COMMON' }
    await server.deliver({ ...fields, short_message: text })
  }
  await until(
    () => samvad.rows('select 1 from quarantine'),
    (rows) => rows.length === 2,
  )
  const listed = (await run(quarantineList)).data as { id: string; text: string }[]
  const idOf = (text: string) => listed.find((one) => one.text === text)?.id
  const { organizationId } = samvad.company
  await run(quarantineAssign, { message: idOf('Is it open?'), organization: publicId('org', organizationId) })
  await until(
    () => received(samvad, organizationId),
    (rows) => rows.some(({ text }) => text === 'Is it open?'),
  )
  await run(quarantineDiscard, { message: idOf('spam') })
  assert.deepEqual(await samvad.rows('select 1 from quarantine'), [])
})
