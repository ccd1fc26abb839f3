// Authenticates a call of an account's gateway. Pure; secrets are compared in constant time.

import { createHmac } from 'node:crypto'
import { sameSecret } from '#kit/crypto.ts'
import { ownOf } from '#kit/own.ts'
import type { SmsSecrets } from '../secrets.ts'
import type { ProofDescription } from './callbacks.ts'

/** The tolerance for a signed time: clocks differ, and calls are delayed. */
const SIGNED_WITHIN_MS = 5 * 60_000
const SECOND_MS = 1000

/** Empty when it is not stored; an empty key authenticates nothing. */
export function keyOf({ key }: ProofDescription, secrets: SmsSecrets, verifyToken: string): string {
  if (key === 'verify_token') return verifyToken
  return (key === 'password' ? secrets.password : secrets.callbackSecret) ?? ''
}

export interface GivenProof {
  headers: Record<string, string | string[] | undefined>
  query: URLSearchParams
  rawBody: Buffer
  at: Date
}

export function isProven(proof: ProofDescription, key: string, { headers, query, rawBody, at }: GivenProof): boolean {
  if (key === '') return false
  const header = (name: string): string => {
    const value = ownOf(headers, name.toLowerCase())
    return typeof value === 'string' ? value : ''
  }
  switch (proof.by) {
    case 'query':
      return sameSecret(query.get(proof.name) ?? '', proof.prefix + key)
    case 'header':
      return sameSecret(header(proof.name), proof.prefix + key)
    case 'hmac': {
      const { timestamp_header: timestamp, encoding, prefix } = proof
      const time = timestamp === null ? null : header(timestamp)
      if (time !== null && !isRecent(time, at)) return false
      const mac = createHmac('sha256', key)
      if (time !== null) mac.update(`${time}.`)
      return sameSecret(header(proof.name), prefix + mac.update(rawBody).digest(encoding))
    }
  }
}

const isRecent = (time: string, at: Date): boolean =>
  /^\d{9,11}$/.test(time) && Math.abs(Number(time) * SECOND_MS - at.getTime()) <= SIGNED_WITHIN_MS
