// The self-signed STARTTLS certificate, stored in the data directory: clients that remember a server's certificate see
// the same one after a restart.

import { randomBytes, X509Certificate } from 'node:crypto'
import { rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { makeFolder } from '#kit/make-folder.ts'
import { type Certificate, readCertificate, selfMade } from './certificate.ts'

/** Renewed before its expiry. */
const RENEWED_MS = 30 * 24 * 3600 * 1000
const OWNER_ALONE = 0o600

/** The certificate in the file; a new one when it is missing, damaged, for another name or about to expire. */
export async function keptCertificate(file: string, name: string, at: Date): Promise<Certificate> {
  const kept = await readCertificate(file).catch(() => null)
  if (kept !== null && isGood(kept, name, at)) return kept
  const made = selfMade(name, at)
  // Written completely or not at all: renamed after writing.
  const draft = `${file}.${randomBytes(4).toString('hex')}`
  await makeFolder(dirname(file))
  try {
    await writeFile(draft, `${made.cert}${made.key}`, { mode: OWNER_ALONE, flag: 'wx' })
    await rename(draft, file)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  // Read back: a worker that started at the same time may have written another one.
  return readCertificate(file)
}

function isGood({ cert }: Certificate, name: string, at: Date): boolean {
  const { subject, validToDate } = new X509Certificate(cert)
  return subject === `CN=${name.slice(0, 64)}` && validToDate.getTime() - at.getTime() > RENEWED_MS
}
