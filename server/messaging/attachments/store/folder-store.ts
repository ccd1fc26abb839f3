// A folder as attachment store: DATA_DIR/attachments, or one shared by several machines. Files are readable by their
// owner only, named by generated ids, and never executable; they are written under a temporary name, synced, and
// renamed.

import { createReadStream } from 'node:fs'
import { access, mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { makeFolder } from '#kit/make-folder.ts'
import { type AttachmentStore, type FileKey, NotThere, type Part } from './store.ts'

const FOLDER_MODE = 0o700
const FILE_MODE = 0o600
const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const FILE = new RegExp(`^(${UUID})\\.(${UUID})$`)
const PARTIAL = '.partial'

export class FolderStore implements AttachmentStore {
  readonly #root: string

  constructor(root: string) {
    this.#root = root
  }

  async put(key: FileKey, bytes: AsyncIterable<Buffer>): Promise<void> {
    const file = this.#fileOf(key)
    const partial = `${file}${PARTIAL}`
    await this.#prepare(dirname(file))
    const handle = await open(partial, 'w', FILE_MODE)
    try {
      for await (const chunk of bytes) await handle.writeFile(chunk)
      await handle.sync()
      await handle.close()
      await rename(partial, file)
    } catch (error) {
      await handle.close().catch(() => {})
      await rm(partial, { force: true })
      throw error
    }
    await syncFolder(dirname(file))
  }

  async get(key: FileKey, part?: Part): Promise<Readable> {
    const file = this.#fileOf(key)
    const handle = await open(file).catch((error: NodeJS.ErrnoException) => this.#missing(error))
    if (handle === null) throw new NotThere('The file is not in the store.')
    return createReadStream(file, { fd: handle, ...(part && { start: part.from, end: part.to }) })
  }

  async sizeOf(key: FileKey): Promise<number | null> {
    const found = await stat(this.#fileOf(key)).catch((error: NodeJS.ErrnoException) => this.#missing(error))
    return found === null ? null : found.size
  }

  async remove(key: FileKey): Promise<void> {
    const file = this.#fileOf(key)
    await rm(`${file}${PARTIAL}`, { force: true })
    await rm(file, { force: true })
  }

  async *list(): AsyncGenerator<FileKey> {
    for (const shard of await namesIn(this.#root))
      for (const name of await namesIn(join(this.#root, shard))) {
        const [, organizationId, id] = FILE.exec(name) ?? []
        if (organizationId !== undefined && id !== undefined) yield { organizationId, id }
      }
  }

  /** The last digits of an id are random, so files are spread evenly over the folders. */
  #fileOf({ organizationId, id }: FileKey): string {
    const name = `${organizationId}.${id}`
    if (!FILE.test(name)) throw new Error('a file is named by two ids')
    return join(this.#root, id.slice(-2), name)
  }

  async #prepare(shard: string): Promise<void> {
    await makeFolder(this.#root, FOLDER_MODE)
    await mkdir(shard, { mode: FOLDER_MODE }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  }

  /**
   * When the folder itself is missing, for example because a disk is not mounted, the state of its files is unknown.
   */
  async #missing(error: NodeJS.ErrnoException): Promise<null> {
    if (error.code !== 'ENOENT') throw error
    await access(this.#root)
    return null
  }
}

async function namesIn(folder: string): Promise<string[]> {
  const names: string[] = []
  try {
    for await (const { name } of await opendir(folder)) names.push(name)
  } catch (error) {
    if (!['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
  return names
}

/** Without it a power failure could lose the new name. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
