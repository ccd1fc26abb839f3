// The keys that sign an organization's mail: generated here, stored encrypted, decrypted only to sign.

import { generateKeyPair, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import type { App } from '#kit/app.ts'
import type { Sealer } from '#kit/crypto.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import { Remembered } from '#kit/remembered.ts'
import * as queries from './queries.ts'

/** RFC 8301 §3.2 requires at least 1024; longer ones than this do not fit the strings of some DNS servers. */
const RSA_BITS = 2048
const SELECTOR_BYTES = 4
const KEPT_MS = 3000
const DOMAINS_MAX = 10_000

export interface NewKey {
  selector: string
  /** As published in the DNS. */
  publicKey: string
  privateKey: string
}

/** Takes some tenths of a second, outside the event loop's thread. */
export async function newKey(): Promise<NewKey> {
  const { publicKey, privateKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: RSA_BITS,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const selector = `samvad-${randomBytes(SELECTOR_BYTES).toString('hex')}`
  return { selector, publicKey: publicKey.toString('base64'), privateKey }
}

/** Binds an encrypted key to its row: copied to another domain's, it does not decrypt. */
export const placeOf = (organizationId: Uuid, domainId: Uuid, selector: string): string =>
  `sender_domain_keys:${organizationId}:${domainId}:${selector}`

/** Encrypts all of an organization's keys again under the current first key; returns their number. */
export async function reseal(tx: Tx, organizationId: Uuid, sealer: Sealer): Promise<number> {
  const rows = await tx.rows<SealedKey>(queries.lockSealed(organizationId))
  for (const { domain_id, selector, private_key } of rows) {
    const place = placeOf(organizationId, domain_id, selector)
    const sealed = sealer.seal(place, sealer.open(place, private_key))
    await tx.run(queries.reseal(organizationId, domain_id, selector, sealed))
  }
  return rows.length
}

interface SealedKey {
  domain_id: Uuid
  selector: string
  private_key: Buffer
}

/** The key that signs mail of a domain. */
export interface SigningKey {
  domainName: string
  keySelector: string
  privateKey: string
}

/** The organization's key for a verified domain; used for every mail, so cached for some seconds. */
export function createSigningKeys({ database, sealer }: App) {
  const keys = new Remembered<SigningKey | null>(
    async (name) => {
      const [organizationId = '', domain = ''] = name.split(' ')
      const row = await database.reads.row<SealedKey>(queries.signing(organizationId, domain))
      if (!row) return null
      const place = placeOf(organizationId, row.domain_id, row.selector)
      return { domainName: domain, keySelector: row.selector, privateKey: sealer.open(place, row.private_key) }
    },
    { keptMs: KEPT_MS, keysMax: DOMAINS_MAX },
  )
  return (organizationId: Uuid, domain: string) => keys.get(`${organizationId} ${domain.toLowerCase()}`)
}
