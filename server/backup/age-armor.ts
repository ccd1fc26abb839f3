// age encryption as text, for values in a JSON file.

import { text } from 'node:stream/consumers'
import { decrypt, encrypt, type Lock } from './age.ts'

const BEGINNING = '-----BEGIN AGE ENCRYPTED FILE-----'
const END = '-----END AGE ENCRYPTED FILE-----'
const LINE = /.{1,64}/g

export async function sealText(plain: string, lock: Lock): Promise<string> {
  const sealed = (await Array.fromAsync(encrypt(once(Buffer.from(plain)), lock))) as Buffer[]
  return [BEGINNING, ...(Buffer.concat(sealed).toString('base64').match(LINE) ?? []), END, ''].join('\n')
}

/** Throws like `decrypt`. */
export async function openText(armored: string, lock: Lock): Promise<string> {
  const body = armored.split('\n').filter((line) => !line.startsWith('-----'))
  return text(decrypt(once(Buffer.from(body.join(''), 'base64')), lock))
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}
