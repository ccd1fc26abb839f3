// The calls of signing in; docs/decisions/sign-in.md lists them with their refusals.

import { consoleRequest } from '../app/console-request.ts'
import { type PasskeyOptions, provePasskey } from '../app/passkeys.ts'
import type { Session } from '../app/session.ts'

export type Factor = 'totp' | 'passkey' | 'recovery_code'

/** The password was correct, but a second factor is required. */
export interface FactorNeeded {
  challenge: string
  expires_at: number
  factors: Factor[]
  /** For the browser, where a passkey is one of them. */
  passkey: unknown
}

export interface PasswordProof {
  email: string
  password: string
  organization_id?: string
}

export const isSession = (answer: Session | FactorNeeded): answer is Session => 'csrf_token' in answer

export const signInByPassword = (proof: PasswordProof) =>
  consoleRequest<Session | FactorNeeded>('POST', '/console/session', proof)

export type FactorProof = { code: string } | { recovery_code: string } | { passkey: unknown }

export const signInByFactor = ({ challenge }: FactorNeeded, proof: FactorProof) =>
  consoleRequest<Session>('POST', '/console/session/factor', { challenge, ...proof })

export async function signInByPasskey(organizationId?: string): Promise<Session> {
  const asked = await consoleRequest<PasskeyOptions>('POST', '/console/session/passkey/options')
  const passkey = await provePasskey(asked.options)
  const organization = organizationId === undefined ? {} : { organization_id: organizationId }
  return consoleRequest<Session>('POST', '/console/session/passkey', {
    challenge: asked.challenge,
    passkey,
    ...organization,
  })
}

export const askForReset = (email: string) => consoleRequest('POST', '/console/password_reset', { email })

export const completeReset = (token: string, password: string) =>
  consoleRequest('POST', '/console/password_reset/complete', { token, password })
