// Which account a webhook of Meta came to, by the address that it came to alone.

import type { App } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'
import { type CalledBack, createCallbacks, isCallbackOf } from '../accounts/callback.ts'
import type { AccountState } from '../accounts/kind.ts'
import { createAccountReader } from '../accounts/reader.ts'
import { openSecret } from '../accounts/secrets.ts'
import { type AppSettings, appCarrier } from './rules.ts'
import {
  isOfSandbox,
  SANDBOX_BUSINESS_ACCOUNT_ID,
  SANDBOX_PHONE_NUMBER_ID,
  sandboxAppSecrets,
} from './sandbox-account.ts'
import { readSecrets } from './secrets.ts'

export interface Callee {
  organizationId: Uuid
  /** One of them signs what comes. */
  appSecrets: readonly string[]
  isVerifyToken(word: string): boolean
}

/** Null when the address is of no account, or of one that is not there any more. */
export function createCallees(app: App): (token: string) => Promise<Callee | null> {
  const { settings, sealer } = app
  const callbacks = createCallbacks(sealer, () => settings.publicUrl)
  const stateOf = createAccountReader(app)

  return async (token) => {
    const called = callbacks.read(token)
    if (called?.channel !== 'app') return null
    const { organizationId } = called
    const state = (await stateOf(organizationId, 'app')) as AccountState<AppSettings>
    const appSecrets = secretsOf(called, state)
    return appSecrets && { organizationId, appSecrets, isVerifyToken: (word) => callbacks.isVerifyToken(word, called) }
  }

  function secretsOf(called: CalledBack, { account, history }: AccountState<AppSettings>): string[] | null {
    const { organizationId } = called
    if (isOfSandbox(called))
      return appCarrier(settings, history) === 'sandbox' ? sandboxAppSecrets(sealer, organizationId) : null
    if (account === null || !isCallbackOf(called, account.settings)) return null
    return [readSecrets(openSecret(sealer, organizationId, 'app', account) as string).appSecret]
  }
}

/** Ids at Meta of what may be reported of to an organization. */
export interface ReportedOn {
  phoneNumberIds: ReadonlySet<string>
  businessAccountIds: ReadonlySet<string>
}

export function reportedOn(settings: App['settings'], { account, history }: AccountState<AppSettings>): ReportedOn {
  const isSandbox = appCarrier(settings, history) === 'sandbox'
  return {
    phoneNumberIds: new Set([
      ...(account ? [account.settings.phone_number_id] : []),
      ...(isSandbox ? [SANDBOX_PHONE_NUMBER_ID] : []),
    ]),
    businessAccountIds: new Set([
      ...(account ? [account.settings.business_account_id] : []),
      ...(isSandbox ? [SANDBOX_BUSINESS_ACCOUNT_ID] : []),
    ]),
  }
}
