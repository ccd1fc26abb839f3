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

/** The one in the file; where there is none, or one that is damaged, of another name or about to end, another one. */
export async function keptCertificate(file: string, name: string, at: Date): Promise<Certificate> {
  const kept = await readCertificate(file).catch(() => null)
  if (kept !== null && isGood(kept, name, at)) return kept
  const made = selfMade(name, at)
  // Complete or not at all: renamed once it is written.
  const draft = `${file}.${randomBytes(4).toString('hex')}`
  await makeFolder(dirname(file))
  try {
    await writeFile(draft, `${made.cert}${made.key}`, { mode: OWNER_ALONE, flag: 'wx' })
    await rename(draft, file)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  // Two workers that start at once use the one written first.
  return readCertificate(file)
}

function isGood({ cert }: Certificate, name: string, at: Date): boolean {
  const { subject, validToDate } = new X509Certificate(cert)
  return subject === `CN=${name.slice(0, 64)}` && validToDate.getTime() - at.getTime() > RENEWED_MS
}
