// Rotating the encryption key while servers run: what is encrypted again, what stays unchanged, and interruptions.

import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import * as installation from '#installation/actions.ts'
import { createSealer, type Sealer } from '#kit/crypto.ts'
import { createUnsubscribeTokens } from '#messaging/channels/email/unsubscribe.ts'
import * as gateways from '#money/gateways/accounts/actions.ts'
import * as factors from '#people/factors/actions.ts'
import { startSamvad, uuidOf } from '../../test/harness.ts'
import { eventually } from '../../test/program.ts'
import { person } from '../../test/story.ts'
import { forgetKeys } from './forget-keys.ts'
import { writeKeys } from './key-ring.ts'
import { rotateKey } from './rotate-key.ts'
import { fingerprintsOf, mustBeTheKey } from './secret-key.ts'

const PASSWORD = 'kabir-likes-monsoon-42'
const shared = await mkdtemp(join(tmpdir(), 'samvad-keys-'))
after(() => rm(shared, { recursive: true, force: true }))
const environment = { SAMVAD_LOG_LEVEL: 'silent', SAMVAD_ALLOWED_NETWORKS: '127.0.0.0/8' }
// Two programs of one installation, which share the folder with the keys.
/** How often both servers read the key file. */
process.env.SAMVAD_TEST_KEY_READ_MS = '50'
after(() => delete process.env.SAMVAD_TEST_KEY_READ_MS)
const samvad = await startSamvad({ ...environment, DATA_DIR: shared })
const other = await startSamvad({ ...environment, DATA_DIR: shared }, { connection: samvad.connection })
const { app } = samvad
const asha = person(samvad)
const banyan = await samvad.newCompany('Banyan Books')

const keyFile = join(shared, 'secret.key')
const keys = async () => (await readFile(keyFile, 'utf8')).trim().split(',')
const newToken = (name: string, key: string, url = samvad) =>
  person(url, samvad.company).post('/v1/tokens', { name }, { headers: { 'idempotency-key': key } })

let totpSecret = ''

before(async () => {
  await mustBeTheKey(app, false)
  const terms = { at: app.clock(), doer: 'command_line', sealer: app.sealer } as const
  const secrets = { key_secret: 'the-key-secret', webhook_secret: 'the-webhook-secret' }
  await app.database.transaction((tx) =>
    gateways.set(tx, terms, 'razorpay', { account: 'rzp_live_1', secrets } as never),
  )
  const { userId: id } = samvad.company
  const account = {
    id,
    email: 'asha@asha.example',
    display_name: 'Asha',
    password_hash: null,
    email_proven_at: null,
    language: null,
  }
  totpSecret = (await app.database.transaction((tx) => factors.beginTotp(tx, app.sealer, account, app.clock()))).secret
  for (const one of [samvad.company, banyan]) {
    const account = { host: '127.0.0.1', port: 2525, secure: false, user: 'asha', password: PASSWORD }
    const set = await person(samvad, one).put('/v1/channels/email', { ...account, from: 'hello@asha.example' })
    assert.equal(set.status, 200, set.text)
  }
})

/** Decrypts every stored value with this key only. */
async function opened(sealer: Sealer) {
  const accounts = await samvad.rows<{ org_id: string; secret: Buffer }>(
    'select org_id, secret from channel_accounts where secret is not null order by org_id',
  )
  const answers = await samvad.rows<{ body: string }>(
    "select body from idempotency_keys where body like '%access_token%'",
  )
  const secrets = await samvad.rows<{ user_id: string; secret: Buffer }>('select user_id, secret from totp_factors')
  return {
    factors: secrets.map(({ user_id, secret }) => sealer.open(factors.placeOfSecret(user_id), secret)),
    accounts: accounts.map(({ org_id, secret }) => sealer.open(`channel_accounts:${org_id}:email`, secret)),
    gateways: (await gateways.list(app.database.reads)).map((row) => gateways.openSecrets(sealer, row).key_secret),
    tokens: answers
      .map(({ body }) => JSON.parse(body))
      .map(({ id, access_token }) => sealer.open(`access token of ${id}`, Buffer.from(access_token, 'base64'))),
  }
}

const known = async () => (await installation.find(app.database.reads)).secret_key_fingerprint
const fingerprintOf = (key: string) => fingerprintsOf(createSealer(key))[0]

test('spec 18.7: with a new key everything stored opens with it alone; what runs goes on, and what the earlier key signed holds', async () => {
  const [old = ''] = await keys()
  const token = await newToken('Shop', 'shop')
  const contact = { display_name: 'Ravi', email: 'ravi@shop.example' }
  const keyed = { headers: { 'idempotency-key': 'ravi' } }
  const ravi = (await asha.post('/v1/contacts', contact, keyed)).body
  const tokens = createUnsubscribeTokens(other.app.sealer)
  const subscription = {
    organizationId: samvad.company.organizationId,
    contactId: uuidOf('contact', ravi.id),
    channel: 'email' as const,
  }
  const link = tokens.make(subscription)

  const { fingerprint, resealed } = await rotateKey(app, 1000)

  const [first = '', ...earlier] = await keys()
  assert.deepEqual(earlier, [old])
  assert.notEqual(first, old)
  assert.equal((await stat(keyFile)).mode & 0o777, 0o600)
  assert.equal(resealed, 5)
  const everything = {
    factors: [totpSecret],
    accounts: [PASSWORD, PASSWORD],
    gateways: ['the-key-secret'],
    tokens: [token.body.access_token],
  }
  assert.deepEqual(await opened(createSealer(first)), everything)
  await assert.rejects(opened(createSealer(old)))
  assert.deepEqual([await known(), fingerprint], [fingerprintOf(first), fingerprintOf(first)])
  const [entry] = await samvad.rows("select action, actor, details from audit_log where action like 'key.%'")
  assert.deepEqual(entry, { action: 'key.rotated', actor: 'command_line', details: { fingerprint, resealed } })

  // Neither was restarted: both have read the new keys.
  for (const one of [samvad, other]) {
    await eventually('the new key seals', async () => fingerprintsOf(one.app.sealer)[0] === fingerprint)
    assert.deepEqual(await opened(one.app.sealer), everything)
  }
  assert.deepEqual(tokens.read(link), subscription)
  assert.notEqual(tokens.make(subscription), link)
  const again = await newToken('Shop', 'shop', other)
  assert.deepEqual([again.status, again.body], [201, token.body])
  assert.equal(again.headers.get('idempotency-replayed'), 'true')
  const same = await asha.post('/v1/contacts', contact, keyed)
  assert.deepEqual([same.status, same.body.id], [201, ravi.id])
  assert.equal((await asha.post('/v1/contacts', { ...contact, display_name: 'R' }, keyed)).status, 422)
})

test('spec 18.7: cut off before the new key stands first, it goes on with that key', async () => {
  const [old = ''] = await keys()
  const begun = 'ab'.repeat(32)
  await writeKeys(join(shared, 'secret.key.next'), [begun])
  assert.deepEqual((await opened(createSealer(old))).accounts, [PASSWORD, PASSWORD])
  await assert.rejects(forgetKeys(app), /Run samvad key rotate to finish it/)
  await rotateKey(app, 0)
  assert.equal((await keys())[0], begun)
  assert.equal(await known(), fingerprintOf(begun))
  assert.deepEqual((await opened(createSealer(begun))).accounts, [PASSWORD, PASSWORD])
  assert.deepEqual(
    (await readdir(shared)).filter((name) => name.startsWith('secret')),
    ['secret.key'],
  )
})

test('spec 18.7: cut off while what is stored is sealed anew, every process opens everything, starts, and it is finished later', async () => {
  const [old = ''] = await keys()
  await samvad.rows(`create function refuse_second() returns trigger language plpgsql as $$
    begin if new.org_id = '${banyan.organizationId}' then raise exception 'cut off'; end if; return new; end $$`)
  await samvad.rows(
    'create trigger cut before update on channel_accounts for each row execute function refuse_second()',
  )
  await assert.rejects(rotateKey(app, 0), /cut off/)
  await samvad.rows('drop trigger cut on channel_accounts')

  const [first = '', second] = await keys()
  assert.equal(second, old)
  assert.equal(await known(), fingerprintOf(old))
  for (const half of [first, old]) await assert.rejects(opened(createSealer(half)))
  const both = createSealer(() => [first, old])
  assert.deepEqual((await opened(both)).accounts, [PASSWORD, PASSWORD])
  await mustBeTheKey({ ...app, sealer: both }, false)
  await assert.rejects(forgetKeys(app), /Run samvad key rotate to finish it/)

  await rotateKey(app, 0)
  assert.equal((await keys())[0], first)
  assert.equal(await known(), fingerprintOf(first))
  assert.deepEqual((await opened(createSealer(first))).accounts, [PASSWORD, PASSWORD])
})

test('spec 18.7: forgetting drops the earlier keys once nothing stored needs them; then their links are of nobody', async () => {
  const [first = '', old = ''] = await keys()
  const link = createUnsubscribeTokens(createSealer(old)).make({
    organizationId: banyan.organizationId,
    contactId: banyan.organizationId,
    channel: 'email',
  })
  // A process that had not read the new key yet has encrypted this with the earlier one.
  await samvad.rows('update channel_accounts set secret = $2 where org_id = $1', [
    banyan.organizationId,
    createSealer(old).seal(`channel_accounts:${banyan.organizationId}:email`, PASSWORD),
  ])
  assert.equal(
    await forgetKeys(app),
    (await samvad.rows("select 1 from audit_log where action = 'key.rotated'")).length,
  )
  assert.deepEqual(await keys(), [first])
  assert.deepEqual((await opened(createSealer(first))).accounts, [PASSWORD, PASSWORD])
  await eventually('the earlier keys are forgotten', async () => fingerprintsOf(other.app.sealer).length === 1)
  assert.equal(createUnsubscribeTokens(other.app.sealer).read(link), null)
  assert.equal(await forgetKeys(app), 0)
})

test('spec 18.7: keys of the setting are put in order by the operator, and the command seals by that order', async () => {
  const [old = ''] = await keys()
  const made = 'cd'.repeat(32)
  const withSetting = (secretKey: string) => ({
    ...app,
    settings: { ...app.settings, secretKey },
    sealer: createSealer(() => secretKey.split(',')),
  })
  for (const one of [old, `${old},${made}`]) {
    await mustBeTheKey(withSetting(one), false)
    await assert.rejects(rotateKey(withSetting(one), 0), /Add it after the old one, .*restart them one by one/)
  }
  assert.deepEqual((await opened(createSealer(old))).accounts, [PASSWORD, PASSWORD])
  await rotateKey(withSetting(`${made},${old}`), 0)
  assert.deepEqual((await opened(createSealer(made))).accounts, [PASSWORD, PASSWORD])
  assert.equal(await known(), fingerprintOf(made))
  await mustBeTheKey(withSetting(made), false)
  await assert.rejects(mustBeTheKey(withSetting(old), false), /not the key that the stored data was encrypted with/)
  assert.deepEqual(await keys(), [old])
  await assert.rejects(forgetKeys(withSetting(`${made},${old}`)), /remove the previous ones/)
  await writeFile(keyFile, `${made}\n`)
})
