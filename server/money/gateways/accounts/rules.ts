// Rules of gateway accounts: required settings and allowed addresses. Pure.

import { isIP } from 'node:net'
import { type ValidationError, validationError } from '#kit/messages/field-errors.ts'
import type { Settings } from '#kit/settings.ts'

export const gatewayNames = ['razorpay', 'cashfree'] as const
export type GatewayName = (typeof gatewayNames)[number]

interface Kind {
  title: string
  baseUrl: string
  /** The field with our account id, which is not secret. */
  account: string
  secrets: readonly string[]
}

export const kinds: Record<GatewayName, Kind> = {
  razorpay: {
    title: 'Razorpay',
    baseUrl: 'https://api.razorpay.com',
    account: 'key_id',
    secrets: ['key_secret', 'webhook_secret'],
  },
  cashfree: {
    title: 'Cashfree',
    baseUrl: 'https://api.cashfree.com',
    account: 'client_id',
    secrets: ['client_secret'],
  },
}

/** Keys are sent there: only over TLS, or to this machine, for test servers. */
export function addressError(text: string): ValidationError | null {
  if (!URL.canParse(text)) return validationError('not_a_url', { example: 'https://api.gateway.example' })
  const { protocol, hostname, username, password, search, hash } = new URL(text)
  if (username || password || search || hash) return validationError('url_with_extras')
  const isLoopback =
    hostname === 'localhost' || hostname === '[::1]' || (isIP(hostname) === 4 && hostname.startsWith('127.'))
  if (protocol === 'https:' || (protocol === 'http:' && isLoopback)) return null
  return validationError('url_not_https')
}

/** Without a trailing slash, so that paths can be appended. */
export const plainAddress = (text: string): string => new URL(text).href.replace(/\/+$/, '')

/**
 * spec 16.4: test money exists only until a real gateway was first configured, enabled or not, whatever was changed or
 * removed since: SAMVAD_SANDBOX=on does not bring it back.
 */
export function sandboxGatewayIsOn(sandbox: Settings['sandbox'], realGatewaySince: Date | null): boolean {
  return sandbox !== 'off' && realGatewaySince === null
}

/** The visible part of a secret: enough to distinguish two, too little to guess one. */
export const hintOf = (secret: string): string => (secret.length >= 16 ? `…${secret.slice(-4)}` : '…')
