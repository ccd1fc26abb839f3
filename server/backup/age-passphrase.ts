// age's passphrase: scrypt derives from it the key that wraps a file's key.

import { randomBytes, scrypt } from 'node:crypto'
import { base64, INTRO, type Lock, open, seal } from './age.ts'

const SALT_BYTES = 16
/** age's default: about a second and 256 MB per file. Test runs use less. */
const workFactorOfNewFiles = (): number => Number(process.env.SAMVAD_TEST_PASSPHRASE_WORK_FACTOR ?? 18)
/** Limit for reading: 1 GB. Without a limit a file could require any amount of memory. */
const WORK_FACTOR_MAX = 20
const ZERO_NONCE = Buffer.alloc(12)

export function byPassphrase(passphrase: string, workFactor = workFactorOfNewFiles()): Lock {
  return {
    name: 'passphrase',
    async wrap(fileKey) {
      const salt = randomBytes(SALT_BYTES)
      const wrapped = seal(await wrappingKey(passphrase, salt, workFactor), ZERO_NONCE, fileKey)
      return { words: `scrypt ${base64(salt)} ${workFactor}`, wrapped }
    },
    async unwrap(words, wrapped) {
      const [, salt = '', factor = ''] = /^scrypt ([A-Za-z0-9+/]{22}) ([1-9]\d?)$/.exec(words) ?? []
      if (salt === '') throw new Error('its header is not that of an age file encrypted with a passphrase')
      if (Number(factor) > WORK_FACTOR_MAX)
        throw new Error(`its work factor is 2^${factor}; the limit is 2^${WORK_FACTOR_MAX}`)
      return open(await wrappingKey(passphrase, Buffer.from(salt, 'base64'), Number(factor)), ZERO_NONCE, wrapped)
    },
  }
}

function wrappingKey(passphrase: string, salt: Buffer, workFactor: number): Promise<Buffer> {
  const cost = 2 ** workFactor
  const labelled = Buffer.concat([Buffer.from(`${INTRO}/scrypt`), salt])
  return new Promise((resolve, reject) => {
    const limits = { N: cost, r: 8, p: 1, maxmem: cost * 2048 }
    scrypt(passphrase, labelled, 32, limits, (error, key) => (error ? reject(error) : resolve(key)))
  })
}
