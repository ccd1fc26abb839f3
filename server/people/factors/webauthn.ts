// Verifies passkey responses: W3C Web Authentication Level 3, sections 7.1 and 7.2, for keys without attestation. Pure.
// Why not a library: docs/decisions/sign-in.md.

import { createPublicKey, hash, type KeyObject, verify } from 'node:crypto'
import { sameSecret } from '#kit/crypto.ts'
import type { RelyingParty } from './rules.ts'

const CREDENTIAL_BYTES_MAX = 1023
const TRANSPORTS_MAX = 10
const RSA_BITS_MIN = 2048
/** Section 6.1: bytes before the attested credential data, and in it before the length of the credential id. */
const HEADER_BYTES = 37
const AAGUID_BYTES = 16
const flag = { present: 0x01, verified: 0x04, mayBeSynced: 0x08, isSynced: 0x10, attested: 0x40 } as const

/** COSE algorithms: ES256, EdDSA, RS256. Every authenticator has one of them. */
export const algorithms = [-7, -8, -257] as const
type Algorithm = (typeof algorithms)[number]

/** The values that the response must match. */
export interface Expected {
  /** In base64url, as it was sent to the browser. */
  nonce: string
  party: RelyingParty
}

export interface RegisteredKey {
  credentialId: Buffer
  /** SubjectPublicKeyInfo, DER. */
  publicKey: Buffer
  signCount: number
  transports: string[]
  isSynced: boolean
}

/** In the format of `toJSON()` of a PublicKeyCredential, or anything else. */
type Given = { id?: unknown; type?: unknown; response?: Record<string, unknown> | null } | null | undefined

/**
 * The public key of `navigator.credentials.create`, or null. Browsers return it separately from the attestation, which
 * is ignored: signed-in users vouch for their own keys.
 */
export function readRegistration(credential: unknown, expected: Expected): RegisteredKey | null {
  const { id, response } = (credential as Given) ?? {}
  if (!isOfKey(credential as Given) || !saidBy(response, 'webauthn.create', expected)) return null
  const data = authenticatorData(response?.authenticatorData, expected)
  if (!data?.attested) return null
  const length = data.attested.length > AAGUID_BYTES + 2 ? data.attested.readUInt16BE(AAGUID_BYTES) : 0
  const credentialId = data.attested.subarray(AAGUID_BYTES + 2, AAGUID_BYTES + 2 + length)
  if (length === 0 || length > CREDENTIAL_BYTES_MAX || !credentialId.equals(bytes(id))) return null
  const publicKey = bytes(response?.publicKey)
  if (keyOf(publicKey, response?.publicKeyAlgorithm) === null) return null
  const transports = Array.isArray(response?.transports) ? (response.transports as unknown[]) : []
  return {
    credentialId: Buffer.from(credentialId),
    publicKey,
    signCount: data.signCount,
    transports: transports
      .filter((one): one is string => typeof one === 'string' && /^[a-z-]{1,20}$/.test(one))
      .slice(0, TRANSPORTS_MAX),
    isSynced: data.isSynced,
  }
}

/** The claimed key and user; null when the response names none. */
export function claimed(credential: unknown): { credentialId: Buffer; userHandle: Buffer | null } | null {
  const given = credential as Given
  if (!isOfKey(given)) return null
  const { userHandle } = given?.response ?? {}
  const credentialId = bytes(given?.id)
  if (credentialId.length === 0 || credentialId.length > CREDENTIAL_BYTES_MAX) return null
  return { credentialId, userHandle: userHandle == null ? null : bytes(userHandle) }
}

/** Verifies the response of `navigator.credentials.get` with this key; null when it is invalid. */
export function readAssertion(
  credential: unknown,
  key: { publicKey: Buffer; signCount: number },
  expected: Expected,
): { signCount: number; isSynced: boolean } | null {
  const { response } = (credential as Given) ?? {}
  if (!saidBy(response, 'webauthn.get', expected)) return null
  const data = authenticatorData(response?.authenticatorData, expected)
  const publicKey = keyOf(key.publicKey)
  if (!data || !publicKey) return null
  const signed = Buffer.concat([data.all, hash('sha256', bytes(response?.clientDataJSON), 'buffer')])
  const digest = publicKey.asymmetricKeyType === 'ed25519' ? null : 'sha256'
  if (!verify(digest, signed, publicKey, bytes(response?.signature))) return null
  // Section 6.1.1: a counter that does not increase indicates a copied key.
  if ((data.signCount > 0 || key.signCount > 0) && data.signCount <= key.signCount) return null
  return { signCount: data.signCount, isSynced: data.isSynced }
}

const isOfKey = (given: Given): boolean =>
  given?.type === 'public-key' && typeof given.response === 'object' && given.response !== null

const bytes = (text: unknown): Buffer => Buffer.from(typeof text === 'string' ? text : '', 'base64url')

/** Verifies the browser's client data: type, challenge and origin. Pages embedded in another site are rejected. */
function saidBy(response: Record<string, unknown> | null | undefined, type: string, { nonce, party }: Expected) {
  try {
    const said = JSON.parse(bytes(response?.clientDataJSON).toString('utf8')) as Record<string, unknown>
    const isHere = said.origin === party.origin && said.crossOrigin !== true && said.topOrigin === undefined
    return said.type === type && isHere && typeof said.challenge === 'string' && sameSecret(said.challenge, nonce)
  } catch {
    return false
  }
}

function authenticatorData(text: unknown, { party }: Expected) {
  const all = bytes(text)
  if (all.length < HEADER_BYTES || !all.subarray(0, 32).equals(hash('sha256', party.id, 'buffer'))) return null
  const flags = all.readUInt8(32)
  const has = (bit: number) => (flags & bit) !== 0
  // User present and user verified.
  if (!has(flag.present) || !has(flag.verified)) return null
  if (has(flag.isSynced) && !has(flag.mayBeSynced)) return null
  return {
    all,
    signCount: all.readUInt32BE(33),
    isSynced: has(flag.isSynced),
    attested: has(flag.attested) ? all.subarray(HEADER_BYTES) : null,
  }
}

/** The key; null unless its algorithm is supported and, if given, matches `algorithm`. */
function keyOf(spki: Buffer, algorithm?: unknown): KeyObject | null {
  try {
    const key = createPublicKey({ key: spki, format: 'der', type: 'spki' })
    const { namedCurve, modulusLength = 0 } = key.asymmetricKeyDetails ?? {}
    const kinds: Record<string, Algorithm | false> = {
      ec: namedCurve === 'prime256v1' && -7,
      ed25519: -8,
      rsa: modulusLength >= RSA_BITS_MIN && -257,
    }
    const kind = kinds[key.asymmetricKeyType ?? '']
    return kind && (algorithm === undefined || algorithm === kind) ? key : null
  } catch {
    return null
  }
}
