// The operator's commands for balances, refunds and credits.

import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { forgetRunning, noteRunning } from '#program/running.ts'
import { runCommand } from '../../test/command-line.ts'
import { type Company, fund, publicId, startSamvad } from '../../test/harness.ts'
import { urlOf } from '../../test/postgres.ts'
import { paidRecharge, requestedRefund } from '../../test/refunds.ts'
import { adopted } from './adopted-settings.ts'

const samvad = await startSamvad()
const folder = await mkdtemp(join(tmpdir(), 'samvad-operating-'))
after(() => rm(folder, { recursive: true, force: true }))

const environment = { DATABASE_URL: urlOf(samvad.connection), DATA_DIR: folder }
const cli = (...words: string[]) => runCommand(words, environment)

const json = async (...words: string[]) => {
  const ran = await cli(...words, '--json')
  assert.equal(ran.code, 0, ran.stderr)
  return JSON.parse(ran.stdout)
}

const idOf = ({ organizationId }: Company) => publicId('org', organizationId) as string

test('spec 17.4: the balance and the transactions of an organization are shown as its members see them', async () => {
  const chandra = await samvad.newCompany('Chandra Foods')
  await fund(samvad, chandra.organizationId, 250n)
  const { organization_id, ...shown } = await json('balance', '--organization', idOf(chandra))
  assert.equal(organization_id, idOf(chandra))
  const members = await samvad.request('GET', '/api/v1/billing/balance', { token: chandra.token })
  assert.deepEqual(shown, members.body)

  const listed = await json('transaction', 'list', '--organization', idOf(chandra))
  const page = await samvad.request('GET', '/api/v1/billing/transactions', { token: chandra.token })
  assert.deepEqual(listed, page.body.data)
  const wrong = await cli('transaction', 'list', '--organization', idOf(chandra), '--kind', 'gift')
  assert.equal(wrong.code, 2)
  assert.match(wrong.stderr, /--kind gift: must be one of recharge, deduction, refund, credit/)
})

test('spec 17.4: a grant is asked about: where nobody can be asked, only --yes grants', async () => {
  const devi = await samvad.newCompany('Devi Travels')
  const words = ['credit', 'grant', '--amount', '25.00', '--reason', 'Sorry', '--organization', idOf(devi)]
  const asked = await cli(...words)
  assert.equal(asked.code, 2)
  assert.match(asked.stderr, /Grant 25\.00 INR to Devi Travels \(org_\w+\)\? .*--yes/)
  assert.equal((await json(...words, '--yes')).balance_after, '25.00')
})

test('spec 17.4: a refund is decided by its id alone, however many organizations there are', async () => {
  const esha = await samvad.newCompany('Esha Crafts')
  const recharge = await paidRecharge(samvad, '500.00', esha)
  const ask = { recharge_id: recharge.id, amount: '100.00' }
  const refund = await requestedRefund(samvad, ask, esha)
  const approved = await json('refund', 'approve', '--refund', refund.id, '--note', 'Paid twice.')
  assert.deepEqual([approved.id, approved.organization_id], [refund.id, idOf(esha)])
  assert.notEqual(approved.status, 'requested')

  const other = await requestedRefund(samvad, ask, esha)
  const elsewhere = await cli(
    'refund',
    'reject',
    '--refund',
    other.id,
    '--note',
    'No.',
    '--organization',
    idOf(samvad.company),
  )
  assert.equal(elsewhere.code, 1, 'an organization that is named must be its own')
  const rejected = await json('refund', 'reject', '--refund', other.id, '--note', 'No.')
  assert.deepEqual([rejected.id, rejected.status], [other.id, 'rejected'])

  const unknown = await cli('refund', 'approve', '--refund', 'rfnd_01jd0000000000000000000000')
  assert.equal(unknown.code, 1)
  assert.match(unknown.stderr, /There is no such refund/)
})

test('samvad --version tells the version of package.json', async () => {
  const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'))
  const { code, out } = await cli('--version')
  assert.deepEqual([code, out], [0, `samvad ${version}\n`])
})

test("spec 17.61: without the server's environment a command answers by the running program's settings, or names those that it lacks", async () => {
  const program = {
    DATA_DIR: folder,
    PORT: '0',
    SAMVAD_MAIL_DOMAIN: 'in.asha.example',
    SAMVAD_MAIL_IN_PORT: '2525',
    SAMVAD_SMTP_URL: 'smtp://asha:kabir42@mail.asha.example',
    SAMVAD_SUPPLIER_STATE: '27',
  }
  await noteRunning(folder, samvad.url, samvad.url, program)
  const noted = await readFile(join(folder, `running-${process.pid}.json`), 'utf8')
  assert.ok(!noted.includes('kabir42'), 'no secret is noted')
  const status = await runCommand(['status', '--json'], environment)
  const { facts } = JSON.parse(status.stdout).parts.find(({ name }: { name: string }) => name === 'channels')
  assert.deepEqual(
    [facts.mail_receiver.is_on, facts.mail_receiver.domain, facts.own_mail],
    [true, 'in.asha.example', 'installation'],
  )
  assert.equal(status.stderr, '', 'nothing is said of what is known')
  const listed = await cli('organization', 'list')
  assert.match(listed.stderr, /uses its own settings, .*: SAMVAD_SMTP_URL\. Set them as for the server\./)
  const own = await runCommand(['status'], { ...environment, SAMVAD_MAIL_DOMAIN: 'in.other.example' })
  assert.match(own.stdout, /Mail receiver: on for in\.other\.example/)
  assert.match(own.stderr, /SAMVAD_MAIL_DOMAIN/)
  await forgetRunning(folder)
  assert.match((await runCommand(['status'], environment)).stdout, /Mail receiver: off in the settings of this command/)
})

test('spec 17.61: a command adopts no half of a store, and erases and backs up nothing in another one than the program has', async () => {
  const plain = { SAMVAD_ATTACHMENTS: 's3://files', SAMVAD_SUPPLIER_STATE: '27', ROLES: 'api', DATA_DIR: '/srv' }
  const given = { plain, secret: ['SAMVAD_ATTACHMENTS_SECRET', 'DATABASE_URL'] }
  const taken = adopted({ SAMVAD_SUPPLIER_STATE: ' ' }, given)
  assert.deepEqual(taken.environment, { SAMVAD_SUPPLIER_STATE: '27' })
  assert.deepEqual(taken.missing, ['SAMVAD_ATTACHMENTS_SECRET'])
  assert.match(taken.note ?? '', /SAMVAD_ATTACHMENTS_SECRET, SAMVAD_ATTACHMENTS\./)
  const whole = { ...plain, SAMVAD_ATTACHMENTS_SECRET: 's' }
  assert.deepEqual(adopted(whole, given), { environment: whole, missing: [], note: null })

  await noteRunning(folder, samvad.url, samvad.url, { SAMVAD_ATTACHMENTS_SECRET: 'kabir42' })
  for (const words of [
    ['contact', 'erase', '--contact', 'contact_x', '--yes'],
    ['backup', '--to', join(folder, 'b')],
    ['doctor'],
  ]) {
    const ran = await cli(...words)
    assert.equal(ran.code, 1, ran.out)
    assert.match(
      ran.stderr,
      /needs SAMVAD_ATTACHMENTS_SECRET to access it\. Set the same values as for the server\. Nothing was changed\./,
    )
  }
  await forgetRunning(folder)
})
