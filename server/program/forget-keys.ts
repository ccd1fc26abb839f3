// Deletes rotated keys once no stored value needs them.

import * as installation from '#installation/actions.ts'
import type { App } from '#kit/app.ts'
import { createSealer } from '#kit/crypto.ts'
import * as audit from '#people/audit/actions.ts'
import { keyFileOf, nextKeyFileOf, readKeys, writeKeys } from './key-ring.ts'
import { resealAll } from './rotate-key.ts'
import { fingerprintsOf } from './secret-key.ts'

/** Returns the number of deleted keys. */
export async function forgetKeys(app: App): Promise<number> {
  const { secretKey, dataDirectory } = app.settings
  if (secretKey !== null)
    throw new Error(
      'The keys are in SAMVAD_SECRET_KEY. After samvad key rotate, remove the previous ones from that setting.',
    )
  const file = keyFileOf(dataDirectory)
  // Values encrypted by a process that had not read the new key yet.
  const keys = await readKeys(file)
  if (keys !== null && keys.length > 1)
    await resealAll(
      app,
      createSealer(() => keys),
    )
  return app.database.transaction(async (tx) => {
    await installation.lockKeys(tx)
    const [first, ...earlier] = (await readKeys(file)) ?? []
    const { secret_key_fingerprint: known } = await installation.find(tx)
    if (first === undefined) throw new Error(`${file} contains no key. Restore it.`)
    const isUnfinished = (await readKeys(nextKeyFileOf(dataDirectory))) !== null
    if (isUnfinished || known !== fingerprintsOf(createSealer(first))[0] || first !== keys?.[0])
      throw new Error('A key rotation is incomplete. Run samvad key rotate to finish it. No key was deleted.')
    if (earlier.length === 0) return 0
    const details = { count: earlier.length }
    const scope = { organizationId: audit.INSTALLATION, at: app.clock() }
    audit.record(tx, scope, 'command_line', { action: 'key.forgotten', object: null, details })
    await writeKeys(file, [first])
    return earlier.length
  })
}
