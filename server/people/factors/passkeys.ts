// Passkeys (WebAuthn): options for the browser, and verification of its response.

import type { App } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { absent, invalid, refusal } from '#kit/refusals.ts'
import type { Account } from '#people/identity/actions.ts'
import type { PasskeyRow } from './queries.ts'
import * as queries from './queries.ts'
import { CHALLENGE_MS, PASSKEYS_MAX, type RelyingParty, relyingPartyOf } from './rules.ts'
import { algorithms, claimed, readAssertion, readRegistration } from './webauthn.ts'

const NAME = 'Samvad'

export const arePasskeysPossible = ({ settings }: App): boolean => relyingPartyOf(settings.publicUrl) !== null

function partyOf({ settings }: App): RelyingParty {
  const party = relyingPartyOf(settings.publicUrl)
  if (party) return party
  throw refusal('conflict', 'passkeys_need_host_name')
}

const bytesOf = (uuid: Uuid): Buffer => Buffer.from(uuid.replaceAll('-', ''), 'hex')

/** For `navigator.credentials.create`. */
export function creationOptions(app: App, account: Account, own: PasskeyRow[], nonce: string): unknown {
  if (own.length >= PASSKEYS_MAX) throw refusal('conflict', 'too_many_passkeys', { max: PASSKEYS_MAX })
  return {
    rp: { id: partyOf(app).id, name: NAME },
    user: {
      id: bytesOf(account.id).toString('base64url'),
      name: account.email,
      displayName: account.display_name,
    },
    challenge: nonce,
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
    timeout: CHALLENGE_MS,
    attestation: 'none',
    excludeCredentials: own.map(described),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  }
}

/** For `navigator.credentials.get`: with one of these keys, or with any that the browser has for this installation. */
export function requestOptions(app: App, own: PasskeyRow[] | null, nonce: string): unknown {
  return {
    challenge: nonce,
    rpId: partyOf(app).id,
    timeout: CHALLENGE_MS,
    userVerification: 'required',
    ...(own && { allowCredentials: own.map(described) }),
  }
}

const described = ({ credential_id, transports }: PasskeyRow) => ({
  type: 'public-key',
  id: credential_id.toString('base64url'),
  transports,
})

export type NewPasskey = Omit<PasskeyRow, 'created_at' | 'last_used_at'>

/** The verified new passkey; 422 when the response is invalid. */
export function readNew(
  app: App,
  userId: Uuid,
  { name, credential, nonce }: { name: string; credential: unknown; nonce: string },
  at: Date,
): NewPasskey {
  const made = readRegistration(credential, { nonce, party: partyOf(app) })
  if (!made) throw invalid('passkey', 'passkey_not_valid')
  return {
    id: newUuid(at.getTime()),
    user_id: userId,
    credential_id: made.credentialId,
    public_key: made.publicKey,
    sign_count: BigInt(made.signCount),
    transports: made.transports,
    name,
    is_synced: made.isSynced,
  }
}

/** A verified passkey. `take` records its use in the transaction of the permitted action. */
export interface Shown {
  userId: Uuid
  take(tx: Tx, at: Date): Promise<void>
}

/** Null when anything is wrong. `isAlone`: the passkey alone identifies the user, so it must contain the user's id. */
export async function readShown(app: App, credential: unknown, nonce: string, isAlone = false): Promise<Shown | null> {
  const claim = claimed(credential)
  if (!claim || (isAlone && !claim.userHandle)) return null
  const row = await app.database.reads.row<PasskeyRow>(queries.passkeyByCredential(claim.credentialId))
  if (!row || (claim.userHandle && !claim.userHandle.equals(bytesOf(row.user_id)))) return null
  const key = { publicKey: row.public_key, signCount: Number(row.sign_count) }
  const shown = readAssertion(credential, key, { nonce, party: partyOf(app) })
  if (!shown) return null
  return {
    userId: row.user_id,
    async take(tx, at) {
      const used = queries.usePasskey(row.id, row.sign_count, BigInt(shown.signCount), shown.isSynced, at)
      if ((await tx.run(used)) === 0) throw refusal('sign_in_failed', 'passkey_just_used')
    },
  }
}

export const ofUser = (tx: Tx, userId: Uuid): Promise<PasskeyRow[]> => tx.rows<PasskeyRow>(queries.passkeysOf(userId))

export async function rename(tx: Tx, userId: Uuid, id: Uuid, name: string): Promise<PasskeyRow> {
  const row = await tx.row<PasskeyRow>(queries.renamePasskey(userId, id, name))
  if (!row) throw absent('passkey')
  return row
}
