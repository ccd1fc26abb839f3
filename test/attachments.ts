// Uploads attachments over the API, with sample files of each kind.

import type { Answer, TestSamvad } from './harness.ts'

export interface Upload {
  token?: string | null
  bytes?: Buffer | string
  filename?: string
  field?: string
  headers?: Record<string, string>
}

export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)
export const PDF = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')

/** A silent WAV file: 8,000 one-byte samples per second. */
export function wavOf(samples: number): Buffer {
  const header = Buffer.alloc(44)
  header.write('RIFF', 0)
  header.writeUInt32LE(36 + samples, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(8000, 24)
  header.writeUInt32LE(8000, 28)
  header.writeUInt16LE(1, 32)
  header.writeUInt16LE(8, 34)
  header.write('data', 36)
  header.writeUInt32LE(samples, 40)
  return Buffer.concat([header, Buffer.alloc(samples, 128)])
}

export async function upload(samvad: TestSamvad, given: Upload = {}): Promise<Answer> {
  const { token = samvad.company.token, bytes = PNG, filename = 'photo.png', field = 'file', headers = {} } = given
  const form = new FormData()
  form.append(field, new Blob([typeof bytes === 'string' ? bytes : Uint8Array.from(bytes)]), filename)
  return answerOf(
    await fetch(`${samvad.url}/v1/attachments`, {
      method: 'POST',
      headers: { ...(token === null ? {} : { authorization: `Bearer ${token}` }), ...headers },
      body: form,
    }),
  )
}

export async function answerOf(response: Response): Promise<Answer> {
  const text = await response.text()
  const isJson = /json/.test(response.headers.get('content-type') ?? '')
  return {
    status: response.status,
    headers: response.headers,
    body: isJson && text !== '' ? JSON.parse(text) : undefined,
    text,
  }
}
