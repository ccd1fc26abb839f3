// The two secrets of an account, encrypted as one text.

import { invalid } from '#kit/refusals.ts'
import type { NewAppAccount } from './schema.ts'

export interface AppSecrets {
  /** Authenticates us to Meta. */
  accessToken: string
  /** Meta signs its webhooks with it. */
  appSecret: string
}

/** Undefined keeps the stored secrets. One of the two alone is refused, because it would be unclear which one stays. */
export function writeSecrets({ access_token, app_secret }: NewAppAccount): string | undefined {
  if (access_token === undefined && app_secret === undefined) return undefined
  if (access_token === undefined) throw invalid('access_token', 'required_with', { other: 'app_secret' })
  if (app_secret === undefined) throw invalid('app_secret', 'required_with', { other: 'access_token' })
  return JSON.stringify({ accessToken: access_token, appSecret: app_secret } satisfies AppSecrets)
}

export const readSecrets = (text: string): AppSecrets => JSON.parse(text) as AppSecrets
