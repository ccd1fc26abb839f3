// The gateways of this installation, by name.

import type { App } from '#kit/app.ts'
import { refusal } from '#kit/refusals.ts'
import type { KnownAccounts } from '../accounts/actions.ts'
import { currentOf, knownAccounts, openSecrets } from '../accounts/actions.ts'
import type { AccountRow } from '../accounts/queries.ts'
import { type GatewayName, sandboxGatewayIsOn } from '../accounts/rules.ts'
import { createCashfree } from './cashfree.ts'
import type { Gateway } from './gateway.ts'
import { createRazorpay } from './razorpay.ts'
import { createSandbox, SANDBOX } from './sandbox.ts'

/** The gateways at one moment. */
export interface Gateways {
  /** The gateway for new payments; 422 when there is none. */
  current(): Gateway
  /**
   * The gateway of a payment; null when it is no longer configured. A disabled real gateway still settles its payments.
   */
  named(name: string): Gateway | null
  all: readonly Gateway[]
  /**
   * Gateways that are off for good (spec 16.5): their open payments end, and nothing is credited through them any more.
   */
  retired: readonly string[]
}

/** Changes by other processes are noticed within 3 seconds. */
export type LoadGateways = () => Promise<Gateways>

export function createGateways(app: App): LoadGateways {
  let made: { known: KnownAccounts; gateways: Gateways } | null = null
  return async () => {
    const known = await knownAccounts(app)
    if (made?.known !== known) made = { known, gateways: gatewaysOf(app, known) }
    return made.gateways
  }
}

function gatewaysOf(app: App, { accounts, realGatewaySince }: KnownAccounts): Gateways {
  const real = new Map(accounts.map((row) => [row.name, adapterOf(app, row)] as const))
  // spec 16.4
  const sandbox = sandboxGatewayIsOn(app.settings.sandbox, realGatewaySince) ? createSandbox(app) : null
  const all = [...real.values(), ...(sandbox ? [sandbox] : [])]
  const currentAccount = currentOf(accounts)
  const current = (currentAccount && real.get(currentAccount.name)) ?? sandbox
  return {
    all,
    retired: realGatewaySince === null ? [] : [SANDBOX],
    named: (name) => all.find((gateway) => gateway.name === name) ?? null,
    current() {
      if (current) return current
      throw refusal('gateway_unavailable', 'gateway_not_set_up')
    },
  }
}

const adapters: Record<GatewayName, (app: App, row: AccountRow, secrets: Record<string, string>) => Gateway> = {
  razorpay: (app, { base_url: baseUrl, account_id: keyId }, { key_secret = '', webhook_secret = '' }) =>
    createRazorpay(app, { baseUrl, keyId, keySecret: key_secret, webhookSecret: webhook_secret }),
  cashfree: (app, { base_url: baseUrl, account_id: clientId }, { client_secret = '' }) =>
    createCashfree(app, { baseUrl, clientId, clientSecret: client_secret }),
}

function adapterOf(app: App, row: AccountRow): Gateway {
  return adapters[row.name](app, row, openSecrets(app.sealer, row))
}
