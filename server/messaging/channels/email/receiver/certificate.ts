// The certificate for STARTTLS: the operator's, or a self-signed one. Mail servers accept any, because encryption is
// opportunistic. Source: RFC 5280 §4.1, in the DER of X.690.

import { createPrivateKey, generateKeyPairSync, randomBytes, sign, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'

export interface Certificate {
  /** PEM. */
  cert: string
  key: string
}

/** Key and certificate from one file; an error explains the problem in one sentence. */
export async function readCertificate(file: string): Promise<Certificate> {
  const pem = await readFile(file, 'utf8').catch(({ code, message }: NodeJS.ErrnoException) => {
    throw new Error(`SAMVAD_MAIL_IN_CERTIFICATE ${file}: ${code === 'ENOENT' ? 'no such file' : message}`)
  })
  try {
    if (!new X509Certificate(pem).checkPrivateKey(createPrivateKey(pem))) throw new Error('another key')
  } catch {
    throw new Error(`SAMVAD_MAIL_IN_CERTIFICATE ${file}: must contain a certificate and its key, both in PEM`)
  }
  return { cert: pem, key: pem }
}

const VALID_YEARS = 10
const SEQUENCE = 0x30
const SET = 0x31
const INTEGER = 0x02
const BIT_STRING = 0x03
const UTF8_STRING = 0x0c
const UTC_TIME = 0x17
const VERSION_3 = Buffer.from([0xa0, 0x03, 0x02, 0x01, 0x02])
const ECDSA_WITH_SHA256 = Buffer.from('300a06082a8648ce3d040302', 'hex')
const COMMON_NAME = Buffer.from('0603550403', 'hex')

/** Generates one for a name, valid for ten years. */
export function selfMade(name: string, at: Date): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const subject = der(SEQUENCE, der(SET, der(SEQUENCE, COMMON_NAME, der(UTF8_STRING, Buffer.from(name.slice(0, 64))))))
  const until = new Date(at)
  until.setUTCFullYear(at.getUTCFullYear() + VALID_YEARS)
  const body = der(
    SEQUENCE,
    VERSION_3,
    // Positive, because its first bit is not set.
    der(INTEGER, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ECDSA_WITH_SHA256,
    subject,
    der(SEQUENCE, utcTime(at), utcTime(until)),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', body, privateKey)])
  const cert = der(SEQUENCE, body, ECDSA_WITH_SHA256, der(BIT_STRING, signature))
  return {
    cert: new X509Certificate(cert).toString(),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  }
}

function utcTime(at: Date): Buffer {
  const digits = at.toISOString().replace(/[-:T]|\.\d+/g, '')
  return der(UTC_TIME, Buffer.from(digits.slice(2)))
}

function der(tag: number, ...contents: Buffer[]): Buffer {
  const content = Buffer.concat(contents)
  const { length } = content
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, Math.floor(length / 0x100), length % 0x100]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}
