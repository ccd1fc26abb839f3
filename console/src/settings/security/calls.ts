// The user's factors and sessions: docs/decisions/sign-in.md. Calls that require a recent authentication ask for it
// themselves.

import { ownRequest } from '../../app/own-request.ts'
import { makePasskey, type PasskeyOptions } from '../../app/passkeys.ts'

export interface Passkey {
  id: string
  name: string
  is_synced: boolean
  created_at: number
  last_used_at: number | null
}

export interface Factors {
  totp: { created_at: number } | null
  passkeys: Passkey[]
  recovery_codes_left: number
  passkeys_possible: boolean
}

export interface ShownSession {
  id: string
  is_this: boolean
  browser: string | null
  system: string | null
  address: string | null
  organization: { id: string; name: string }
  created_at: number
  last_used_at: number
  expires_at: number
}

const FACTORS = '/console/session/factors'
const LIST = '/console/session/list'

/** Null when recovery codes exist already, which stay valid. */
type NewCodes = { recovery_codes: string[] | null }

export const factors = () => ownRequest<Factors>('GET', FACTORS)
export const beginTotp = () => ownRequest<{ secret: string; otpauth_url: string }>('POST', `${FACTORS}/totp`)
export const confirmTotp = (code: string) => ownRequest<NewCodes>('POST', `${FACTORS}/totp/confirm`, { code })
export const removeTotp = () => ownRequest('DELETE', `${FACTORS}/totp`)
export const renewCodes = () => ownRequest<{ recovery_codes: string[] }>('POST', `${FACTORS}/recovery_codes`)
export const renamePasskey = (id: string, name: string) => ownRequest('PUT', `${FACTORS}/passkeys/${id}`, { name })
export const removePasskey = (id: string) => ownRequest('DELETE', `${FACTORS}/passkeys/${id}`)

export async function addPasskey(name: string): Promise<NewCodes> {
  const asked = await ownRequest<PasskeyOptions>('POST', `${FACTORS}/passkeys/options`)
  const passkey = await makePasskey(asked.options)
  return ownRequest<NewCodes>('POST', `${FACTORS}/passkeys`, { challenge: asked.challenge, name, passkey })
}

export const sessions = async () => (await ownRequest<{ data: ShownSession[] }>('GET', LIST)).data
export const endSession = (id: string) => ownRequest('DELETE', `${LIST}/${id}`)
export const endOtherSessions = () => ownRequest('DELETE', LIST)
