// The gateways of this installation, by name.

import type { App } from '#kit/app.ts'
import { Refusal } from '#kit/refusals.ts'
import type { Gateway } from './gateway.ts'
import { createSandbox } from './sandbox.ts'

/** Those that are on at one moment. */
export interface Gateways {
  /** The one that takes new money; 422 when there is none. */
  current(): Gateway
  /** The one that a payment was made with, or null when it is off by now. */
  named(name: string): Gateway | null
  all: readonly Gateway[]
}

export type LoadGateways = () => Promise<Gateways>

export function createGateways(app: App): LoadGateways {
  // Play money only where nobody could take it for real: decisions §7.
  const all = app.settings.sandbox === 'off' ? [] : [createSandbox(app)]
  const gateways: Gateways = {
    all,
    named: (name) => all.find((gateway) => gateway.name === name) ?? null,
    current() {
      const gateway = all[0]
      if (gateway) return gateway
      throw new Refusal(
        'gateway_unavailable',
        'No payment gateway is set up; ask the operator of this installation to set one up.',
      )
    },
  }
  return async () => gateways
}
