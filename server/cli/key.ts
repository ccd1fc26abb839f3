// samvad key list, key rotate, key forget

import * as installation from '#installation/actions.ts'
import { forgetKeys } from '#program/forget-keys.ts'
import { KEYS_NOTICED_MS, rotateKey } from '#program/rotate-key.ts'
import { fingerprintsOf } from '#program/secret-key.ts'
import { command } from './command.ts'
import { confirmed } from './confirm.ts'

const SHOWN = 16

export const keyList = command({
  noun: 'key',
  verb: 'list',
  summary: 'list the encryption keys by fingerprint: which one encrypts, which ones only decrypt',
  options: {},
  async run({ app }) {
    const { secret_key_fingerprint: known } = await installation.find(app.database.reads)
    const data = fingerprintsOf(app.sealer).map((fingerprint, at) => ({
      fingerprint,
      seals: at === 0,
      is_known: fingerprint === known,
    }))
    const isBegun = data.length > 0 && known !== null && !data[0]?.is_known
    const lines = data.map(
      ({ fingerprint, seals }) => `${fingerprint.slice(0, SHOWN)}  ${seals ? 'encrypts and decrypts' : 'decrypts'}`,
    )
    return {
      data,
      lines: isBegun ? [...lines, 'A rotation is incomplete. Run samvad key rotate to finish it.'] : lines,
    }
  },
})

export const keyRotate = command({
  noun: 'key',
  verb: 'rotate',
  summary:
    're-encrypt everything with a new key while the program runs; the previous key still verifies old signatures',
  options: {},
  async run({ app }) {
    if (app.settings.secretKey === null)
      process.stderr.write(
        `samvad: this takes at least ${(2 * KEYS_NOTICED_MS) / 1000} s, so that every process loads the new key first\n`,
      )
    const data = await rotateKey(app)
    const { fingerprint, resealed } = data
    return {
      data,
      lines: [
        `${fingerprint.slice(0, SHOWN)} is the new key. Re-encrypted values: ${resealed}`,
        'Make a new backup, and a new base copy of the archive (samvad archive base): older ones contain the previous key.',
      ],
    }
  },
})

export const keyForget = command({
  noun: 'key',
  verb: 'forget',
  summary: 'delete the previous keys; links in emails signed with them stop working',
  options: { yes: { type: 'boolean', meaning: 'skip the confirmation' } },
  async run({ app, options }) {
    const question =
      'Unsubscribe links in emails sent before the rotation will stop working, and known devices will be treated as new at sign-in.'
    if (!(await confirmed(question, options.yes))) throw new Error('Cancelled. Nothing was changed.')
    const forgotten = await forgetKeys(app)
    return {
      data: { forgotten },
      lines: [forgotten === 0 ? 'There is no previous key.' : `Deleted keys: ${forgotten}`],
    }
  },
})
