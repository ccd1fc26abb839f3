// Creates and uses passkeys in the browser. Data from and to the server is JSON.

import { createStore } from './store.ts'

/** From the server: valid for one use, for a limited time. */
export interface PasskeyOptions {
  challenge: string
  expires_at: number
  options: unknown
}

/** The user cancelled the browser's dialog, or has no passkey. */
export class PasskeyCancelled extends Error {}

/** The browser allows one dialog at a time: a new one aborts the previous one. */
const open = createStore<AbortController | null>(null)

function begin(): AbortSignal {
  open.get()?.abort()
  const ending = new AbortController()
  open.set(ending)
  return ending.signal
}

export const arePasskeysThere = (): boolean =>
  typeof PublicKeyCredential === 'function' && 'parseRequestOptionsFromJSON' in PublicKeyCredential

/** A response that proves possession of a passkey. */
export async function provePasskey(options: unknown): Promise<unknown> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as PublicKeyCredentialRequestOptionsJSON)
  return jsonOf(await navigator.credentials.get({ publicKey, signal: begin() }).catch(cancelled))
}

/** Creates a passkey, to be stored by the server. */
export async function makePasskey(options: unknown): Promise<unknown> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as PublicKeyCredentialCreationOptionsJSON)
  return jsonOf(await navigator.credentials.create({ publicKey, signal: begin() }).catch(cancelled))
}

function cancelled(error: unknown): never {
  throw new PasskeyCancelled('no passkey', { cause: error })
}

function jsonOf(credential: Credential | null): unknown {
  if (!(credential instanceof PublicKeyCredential)) throw new PasskeyCancelled('no passkey')
  return credential.toJSON()
}
