// A passkey authenticator in software: creates real keys and signs real assertions per W3C WebAuthn Level 3, in the
// form of a browser's `toJSON()`. A test can make it produce anything that a hostile authenticator could.

import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const [PRESENT, VERIFIED, ATTESTED] = [0x01, 0x04, 0x40]

/** What a hostile page or a thief of the key may alter. */
export interface Bent {
  origin?: string
  rpId?: string
  isVerified?: boolean
  type?: string
  challenge?: string
  userHandle?: string | null
  count?: number
  algorithm?: number
}

export interface Authenticator {
  id: string
  create(options: any, bent?: Bent): object
  get(options: any, bent?: Bent): object
}

const keys = {
  ES256: { alg: -7, digest: 'sha256', make: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }) },
  EdDSA: { alg: -8, digest: null, make: () => generateKeyPairSync('ed25519') },
  RS256: { alg: -257, digest: 'sha256', make: () => generateKeyPairSync('rsa', { modulusLength: 2048 }) },
  /** An algorithm that no authenticator supports. */
  ES384: { alg: -7, digest: 'sha256', make: () => generateKeyPairSync('ec', { namedCurve: 'P-384' }) },
} as const

export function newAuthenticator(origin: string, kind: keyof typeof keys = 'ES256'): Authenticator {
  const { alg, digest, make } = keys[kind]
  const { privateKey, publicKey } = make()
  const credentialId = randomBytes(32)
  const id = credentialId.toString('base64url')
  let count = 0
  let userHandle: string | null = null

  const clientData = (type: string, challenge: string, bent: Bent) =>
    Buffer.from(
      JSON.stringify({
        type: bent.type ?? type,
        challenge: bent.challenge ?? challenge,
        origin: bent.origin ?? origin,
        crossOrigin: false,
      }),
    )
  const authData = (rpId: string, flags: number, bent: Bent, attested: Buffer = Buffer.alloc(0)) => {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(bent.count ?? ++count)
    const set = flags | PRESENT | (bent.isVerified === false ? 0 : VERIFIED)
    return Buffer.concat([sha256(bent.rpId ?? rpId), Buffer.from([set]), counter, attested])
  }

  return {
    id,
    create(options, bent = {}) {
      userHandle = options.user.id
      const length = Buffer.alloc(2)
      length.writeUInt16BE(credentialId.length)
      const data = authData(options.rp.id, ATTESTED, bent, Buffer.concat([Buffer.alloc(16), length, credentialId]))
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientData('webauthn.create', options.challenge, bent).toString('base64url'),
          authenticatorData: data.toString('base64url'),
          publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64url'),
          publicKeyAlgorithm: bent.algorithm ?? alg,
          transports: ['internal', 'hybrid'],
        },
      }
    },
    get(options, bent = {}) {
      const client = clientData('webauthn.get', options.challenge, bent)
      const data = authData(options.rpId, 0, bent)
      const signature = sign(digest, Buffer.concat([data, sha256(client)]), privateKey)
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
          userHandle: bent.userHandle === undefined ? userHandle : bent.userHandle,
        },
      }
    },
  }
}
