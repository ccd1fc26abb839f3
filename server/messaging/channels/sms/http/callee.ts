// The data needed about an account that an SMS gateway calls.

import type { App } from '#kit/app.ts'
import { type CalleeOf, createCallees } from '../../accounts/callee.ts'
import { openSecret } from '../../accounts/secrets.ts'
import { readSecrets } from '../secrets.ts'
import type { SmsSettings } from '../settings.ts'
import type { Brought } from './brought.ts'
import type { IncomingDescription, ProofDescription } from './callbacks.ts'
import { keyOf } from './proof.ts'

export interface Callee {
  proof: ProofDescription
  key: string
  /** The description of inbound messages. */
  described: IncomingDescription | null
}

/** None when the account does not describe the callback. */
export function createSmsCallees(app: App, kind: Brought['kind']): CalleeOf<Callee> {
  return createCallees<SmsSettings, Callee>(app, 'sms', ({ address, account, verifyToken }) => {
    if (account?.settings.protocol !== 'http' || !account.settings.callbacks?.[kind]) return null
    const { proof, incoming: described } = account.settings.callbacks
    const secrets = readSecrets(openSecret(app.sealer, address.organizationId, 'sms', account))
    return { proof, key: keyOf(proof, secrets, verifyToken), described }
  })
}
