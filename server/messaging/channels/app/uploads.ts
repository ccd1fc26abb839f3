// Files that this process has uploaded to Meta: a file for many recipients is uploaded once per phone number, also by
// concurrent senders, and its id is reused for as long as Meta keeps it.

import { detailsOf } from '#kit/messages/details.ts'
import { untilAborted } from '#kit/until-aborted.ts'
import type { OutboundAttachment } from '../adapter.ts'
import { type CloudAccount, type CloudApi, NeverLeft } from './cloud-api.ts'
import { upload } from './media.ts'
import type { UploadedMedia } from './payload.ts'

/** Meta keeps media for 30 days. */
const KEPT_MS = 29 * 24 * 3600 * 1000
const KEPT_MAX = 10_000

interface Kept {
  media: Promise<UploadedMedia>
  until: number
}

export interface Uploaded {
  media: UploadedMedia
  /** Uploaded for an earlier message: Meta may have deleted it. */
  isEarlier: boolean
}

export class Uploads {
  readonly #api: CloudApi
  readonly #kept = new Map<string, Kept>()

  constructor(api: CloudApi) {
    this.#api = api
  }

  async of(account: CloudAccount, attachment: OutboundAttachment, signal: AbortSignal): Promise<Uploaded> {
    const key = keyOf(account, attachment)
    for (;;) {
      const kept = this.#kept.get(key)
      if (kept === undefined || kept.until <= performance.now())
        return { media: await this.#upload(key, account, attachment, signal), isEarlier: false }
      // The first uploader may fail or run out of time: then the next one uploads.
      const media = await untilAborted(
        kept.media.catch(() => null),
        signal,
        () => new NeverLeft(detailsOf('no_time_left')),
      )
      if (media !== null) return { media, isEarlier: true }
    }
  }

  /** Meta has deleted it. */
  forget(account: CloudAccount, attachment: OutboundAttachment): void {
    this.#kept.delete(keyOf(account, attachment))
  }

  #upload(
    key: string,
    account: CloudAccount,
    attachment: OutboundAttachment,
    signal: AbortSignal,
  ): Promise<UploadedMedia> {
    const media = upload(this.#api, account, attachment, signal)
    const kept = { media, until: performance.now() + KEPT_MS }
    if (this.#kept.size >= KEPT_MAX) this.#kept.delete(this.#kept.keys().next().value as string)
    this.#kept.set(key, kept)
    const dropped = media.catch((error: Error) => {
      if (this.#kept.get(key) === kept) this.#kept.delete(key)
      throw error
    })
    kept.media = dropped
    return dropped
  }
}

const keyOf = ({ baseUrl, phoneNumberId }: CloudAccount, { id }: OutboundAttachment): string =>
  `${baseUrl} ${phoneNumberId} ${id}`
