// Rotates the encryption key while the program runs. Every step can be interrupted and leaves all processes able to
// decrypt everything; a repeated run continues. 1. The new key is stored next to the others (secret.key.next) until
// every process can decrypt with it. 2. It becomes the first key, until every process encrypts with it. 3. Stored
// values are encrypted with it, organization by organization, and its fingerprint is recorded. Earlier keys stay in the
// file: they signed links that never expire.

import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { PAGE_MAX } from '#edge/paging.ts'
import * as installation from '#installation/actions.ts'
import type { App } from '#kit/app.ts'
import { createSealer, type Keys, type Sealer } from '#kit/crypto.ts'
import type { Tx } from '#kit/database/database.ts'
import { parseTypeId, type Uuid } from '#kit/ids.ts'
import { interval } from '#kit/interval.ts'
import { reseal as resealChannelAccounts } from '#messaging/channels/accounts/secrets.ts'
import { reseal as resealSenderDomains } from '#messaging/channels/email/domains/keys.ts'
import { reseal as resealGatewayAccounts } from '#money/gateways/accounts/actions.ts'
import { reseal as resealPushKeys } from '#notifications/push/vapid-keys.ts'
import { reseal as resealAnswers } from '#people/access/sealed-answers.ts'
import * as audit from '#people/audit/actions.ts'
import { reseal as resealFactors } from '#people/factors/secrets.ts'
import * as organizations from '#people/organizations/actions.ts'
import { reseal as resealWebhooks } from '#webhooks/secrets.ts'
import { keyFileOf, nextKeyFileOf, readKeys, writeKeys } from './key-ring.ts'
import { fingerprintsOf } from './secret-key.ts'

/** By then every process has read the files again. */
export const KEYS_NOTICED_MS = 5000

export interface Rotated {
  /** Of the key that encrypts from now on. */
  fingerprint: string
  /** The number of values that were encrypted again. */
  resealed: number
}

/** `noticedMs`: a test with one process need not wait. */
export async function rotateKey(
  app: App,
  noticedMs: number = interval('KEYS_NOTICED', KEYS_NOTICED_MS),
): Promise<Rotated> {
  const { secretKey, dataDirectory } = app.settings
  const keys = secretKey === null ? await putFirst(app, dataDirectory, noticedMs) : secretKey.split(',')
  const sealer = createSealer(() => keys)
  const [fingerprint = ''] = fingerprintsOf(sealer)
  const known = await knownFingerprint(app.database.reads)
  if (secretKey !== null && known === fingerprint) throw new Error(howToRotateSetting(keys))
  const resealed = await resealAll(app, sealer)
  await app.database.transaction(async (tx) => {
    await installation.replaceKeyFingerprint(tx, fingerprint)
    const scope = { organizationId: audit.INSTALLATION, at: app.clock() }
    const details = { fingerprint, resealed }
    audit.record(tx, scope, 'command_line', { action: 'key.rotated', object: null, details })
  })
  return { fingerprint, resealed }
}

async function knownFingerprint(tx: Tx): Promise<string | null> {
  return (await installation.find(tx)).secret_key_fingerprint
}

/** Steps 1 and 2, which change the files. */
async function putFirst(app: App, dataDirectory: string, noticedMs: number): Promise<Keys> {
  const [file, nextFile] = [keyFileOf(dataDirectory), nextKeyFileOf(dataDirectory)]
  const keysOfFile = async () => {
    const keys = await readKeys(file)
    if (keys === null) throw new Error(`${file} contains no key. Restore it.`)
    return keys
  }
  const next = await app.database.transaction(async (tx) => {
    await installation.lockKeys(tx)
    const keys = await keysOfFile()
    const known = await knownFingerprint(tx)
    const [first] = fingerprintsOf(createSealer(() => keys))
    // Interrupted after the second step.
    if (known !== null && known !== first) return null
    const begun = await readKeys(nextFile)
    if (begun?.[0] !== undefined) return begun[0]
    const made = randomBytes(32).toString('hex')
    await writeKeys(nextFile, [made])
    return made
  })
  if (next !== null) {
    await pause(noticedMs)
    await app.database.transaction(async (tx) => {
      await installation.lockKeys(tx)
      const keys = await keysOfFile()
      if (!keys.includes(next)) await writeKeys(file, [next, ...keys])
    })
  }
  await rm(nextFile, { force: true })
  await pause(noticedMs)
  return keysOfFile()
}

/** One transaction per organization, so that none waits for another's; can be repeated. */
export async function resealAll({ database, clock }: App, sealer: Sealer): Promise<number> {
  let count = await database.transaction(
    async (tx) =>
      (await resealGatewayAccounts(tx, sealer)) +
      (await resealPushKeys(tx, sealer)) +
      (await resealFactors(tx, sealer)) +
      (await resealChannelAccounts(tx, audit.INSTALLATION, sealer)),
  )
  let after: Uuid | undefined
  for (;;) {
    const page = await organizations.list(database.reads, { limit: PAGE_MAX, ...(after && { starting_after: after }) })
    for (const { id } of page.data) {
      const scope = { organizationId: parseTypeId('org', id) as Uuid, at: clock() }
      count += await database.transaction(
        async (tx) =>
          (await resealChannelAccounts(tx, scope.organizationId, sealer)) +
          (await resealSenderDomains(tx, scope.organizationId, sealer)) +
          (await resealAnswers(tx, scope, sealer)) +
          (await resealWebhooks(tx, scope, sealer)),
        scope.organizationId,
      )
      after = scope.organizationId
    }
    if (!page.has_more) return count
  }
}

function howToRotateSetting(keys: Keys): string {
  const order = keys.length > 1 ? 'Its first key seals already, and everything stored was sealed with it.' : ''
  return `The key is set in SAMVAD_SECRET_KEY, so create the new key yourself: openssl rand -hex 32. Add it after the old one, separated by a comma, for every process, and restart them one by one. Then put it first and restart them one by one again. Then run samvad key rotate again. ${order}`.trim()
}
