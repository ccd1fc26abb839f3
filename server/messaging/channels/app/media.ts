// Uploads media to Meta, and downloads it.

import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { Explained } from '#kit/explained.ts'
import { detailsOf } from '#kit/messages/details.ts'
import type { OutboundAttachment } from '../adapter.ts'
import type { CloudAccount, CloudAnswer, CloudApi } from './cloud-api.ts'
import { mediaTypeOf, type UploadedMedia } from './payload.ts'

/** Meta refused the upload. */
export class NotUploaded extends Explained {
  readonly answer: CloudAnswer
  constructor(answer: CloudAnswer) {
    super(detailsOf('cloud_api_media_refused'))
    this.answer = answer
  }
}

/** Uploading sends nothing: media becomes part of a message only when one references it. */
export async function upload(
  api: CloudApi,
  account: CloudAccount,
  attachment: OutboundAttachment,
  signal: AbortSignal,
): Promise<UploadedMedia> {
  const { contentType, filename, size } = attachment
  const boundary = `samvad-${randomBytes(16).toString('hex')}`
  const head = Buffer.from(
    [
      `--${boundary}`,
      'content-disposition: form-data; name="messaging_product"',
      '',
      'whatsapp',
      `--${boundary}`,
      'content-disposition: form-data; name="type"',
      '',
      contentType,
      `--${boundary}`,
      `content-disposition: form-data; name="file"; filename="${quotable(filename)}"`,
      `content-type: ${contentType}`,
      '',
      '',
    ].join('\r\n'),
  )
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`)
  const file = await attachment.open()
  try {
    const body = {
      contentType: `multipart/form-data; boundary=${boundary}`,
      parts: [head, file, tail],
      size: head.length + size + tail.length,
    }
    const path = `${account.phoneNumberId}/media`
    const answer = await api.call(account, { method: 'POST', path, body }, signal)
    const { id } = (answer.body ?? {}) as { id?: unknown }
    if (typeof id !== 'string' || id === '') throw new NotUploaded(answer)
    return { type: mediaTypeOf(attachment), id, filename }
  } finally {
    file.destroy()
  }
}

/** RFC 7578 §4.2: characters that would end the name are replaced. */
const quotable = (filename: string): string => filename.replace(/[\r\n]+/g, ' ').replaceAll('"', '%22')

/** Meta's hosts that serve media. */
const META_HOST = /^(?:[a-z0-9-]+\.)*(?:fbsbx\.com|facebook\.com|whatsapp\.net)$/

/** The access token is for Meta alone: no other host that a response names is called. */
export function mayFetchFrom(url: string, baseUrl: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, hostname, origin, username, password } = new URL(url)
  if (username !== '' || password !== '') return false
  return origin === new URL(baseUrl).origin || (protocol === 'https:' && META_HOST.test(hostname))
}

/** Downloads a contact's media by Meta's id. Rejects when it has expired or is temporarily unavailable. */
export async function download(
  api: CloudApi,
  account: CloudAccount,
  mediaId: string,
  signal: AbortSignal,
): Promise<Readable> {
  const path = `${encodeURIComponent(mediaId)}?phone_number_id=${account.phoneNumberId}`
  const { status, body } = await api.call(account, { method: 'GET', path }, signal)
  const { url, sha256 } = (body ?? {}) as { url?: unknown; sha256?: unknown }
  if (typeof url !== 'string') throw new Error(`Meta returned no address for the media (status ${status})`)
  if (!mayFetchFrom(url, account.baseUrl)) throw new Error('the address of the media does not belong to Meta')
  return compared(await api.download(account, url, signal), digestIn(sha256))
}

/** SHA-256 in hexadecimal or base64; null when there is none. */
function digestIn(said: unknown): Buffer | null {
  if (typeof said !== 'string') return null
  if (/^[0-9a-f]{64}$/i.test(said)) return Buffer.from(said, 'hex')
  return /^[A-Za-z0-9+/]{43}=$/.test(said) ? Buffer.from(said, 'base64') : null
}

/** Ends with an error when the content differs from Meta's digest: damaged content is fetched again. */
function compared(content: Readable, digest: Buffer | null): Readable {
  if (digest === null) return content
  async function* passing() {
    const hash = createHash('sha256')
    for await (const chunk of content as AsyncIterable<Buffer>) {
      hash.update(chunk)
      yield chunk
    }
    if (!hash.digest().equals(digest as Buffer))
      throw new Error('the media does not match its size or checksum at Meta')
  }
  return Readable.from(passing(), { objectMode: false })
}
