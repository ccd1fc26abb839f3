// The data needed about an account that Meta calls, and the objects that Meta may report on.

import type { App } from '#kit/app.ts'
import { type Called, type CalleeOf, createCallees } from '../accounts/callee.ts'
import type { AccountState } from '../accounts/kind.ts'
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
  /** Webhooks are signed with one of them. */
  appSecrets: readonly string[]
  isVerifyToken(word: string): boolean
}

export function createAppCallees(app: App): CalleeOf<Callee> {
  const { settings, sealer } = app
  return createCallees<AppSettings, Callee>(app, 'app', (called) => {
    const appSecrets = secretsOf(called)
    return appSecrets && { appSecrets, isVerifyToken: called.isVerifyToken }
  })

  function secretsOf({ address, account, state: { history } }: Called<AppSettings>): string[] | null {
    const { organizationId } = address
    if (isOfSandbox(address))
      return appCarrier(settings, history) === 'sandbox' ? sandboxAppSecrets(sealer, organizationId) : null
    return account && [readSecrets(openSecret(sealer, organizationId, 'app', account) as string).appSecret]
  }
}

/** Meta's ids of objects that may be reported on to an organization. */
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
