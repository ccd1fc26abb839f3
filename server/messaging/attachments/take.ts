// Writes bytes to the store from any source: recorded before the first byte, so that unused files are deleted;
// examined, counted and hashed in one pass.

import { createHash } from 'node:crypto'
import type { App } from '#kit/app.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { enqueueWork } from '#kit/work.ts'
import { contentTypeOf, HEAD_BYTES } from './content-type.ts'
import * as queries from './queries.ts'
import { cleanName, UPLOAD_KEPT_MS } from './rules.ts'
import type { AttachmentStore } from './store/store.ts'

/** Stored, without a row yet. */
export interface StoredFile {
  id: Uuid
  filename: string
  contentType: string
  /** In bytes. */
  size: number
  /** In hexadecimal. */
  sha256: string
}

/** Rejects as `content` does; nothing is left in the store then. */
export async function takeFile(
  app: App,
  store: AttachmentStore,
  organizationId: Uuid,
  { filename, content }: { filename: string | null; content: AsyncIterable<Buffer> },
): Promise<StoredFile> {
  const id = newUuid(app.clock().getTime())
  const dueAt = new Date(app.clock().getTime() + UPLOAD_KEPT_MS)
  await app.database.transaction(async (tx) => {
    await tx.run(queries.notePending(organizationId, id, dueAt))
    tx.onCommit(enqueueWork('attachment_removal', organizationId, dueAt))
  }, organizationId)
  const looked = new Looked()
  try {
    await store.put({ organizationId, id }, looked.passing(content))
  } catch (error) {
    await dropFile(app, store, organizationId, id)
    throw error
  }
  return { id, filename: cleanName(filename), ...(await looked.found()) }
}

/** The file gets no row and is deleted; if that fails now, the job deletes it later. */
export async function dropFile(app: App, store: AttachmentStore, organizationId: Uuid, id: Uuid): Promise<void> {
  try {
    await store.remove({ organizationId, id })
    await app.database.transaction((tx) => tx.run(queries.keepPending(organizationId, id)), organizationId)
  } catch (err) {
    app.log.warn({ err, organization_id: organizationId }, 'failed to delete an abandoned file')
  }
}

/** Results of examining the passing bytes. */
class Looked {
  readonly #hash = createHash('sha256')
  readonly #head: Buffer[] = []
  #headBytes = 0
  #size = 0

  async *passing(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of content) {
      this.#size += chunk.length
      this.#hash.update(chunk)
      if (this.#headBytes < HEAD_BYTES) {
        const part = chunk.subarray(0, HEAD_BYTES - this.#headBytes)
        this.#head.push(part)
        this.#headBytes += part.length
      }
      yield chunk
    }
  }

  async found(): Promise<Pick<StoredFile, 'contentType' | 'size' | 'sha256'>> {
    const contentType = await contentTypeOf(Buffer.concat(this.#head))
    return { contentType, size: this.#size, sha256: this.#hash.digest('hex') }
  }
}
