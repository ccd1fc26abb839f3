// An organization's account at the sandbox's Cloud API: nothing of it is stored.

import type { Sealer } from '#kit/crypto.ts'
import type { Uuid } from '#kit/ids.ts'
import type { CalledBack } from '../accounts/callback.ts'

export const SANDBOX_PHONE_NUMBER_ID = '100000000000001'
export const SANDBOX_BUSINESS_ACCOUNT_ID = '100000000000002'

/** No stored account has this key: theirs are random. */
const SANDBOX_KEY = Buffer.alloc(16).toString('base64url')

/** The address that the sandbox reports to. */
export const sandboxCalledBack = (organizationId: Uuid): CalledBack => ({
  organizationId,
  channel: 'app',
  key: SANDBOX_KEY,
})

export const isOfSandbox = ({ key }: Pick<CalledBack, 'key'>): boolean => key === SANDBOX_KEY

/** Secrets of the sandbox's webhook signatures: the first is in use, the others are from before key rotations. */
export const sandboxAppSecrets = (sealer: Sealer, organizationId: Uuid): string[] =>
  sealer.keysFor(`sandbox app secret ${organizationId}`).map((key) => key.toString('hex'))
