// A folder as archive store: files readable by their owner only, written under a temporary name, synced, and renamed.

import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access, link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DRAFT_AGE_MS, NotThere, type Store, StoreRefused } from '#kit/s3/store.ts'
import { syncFolder } from './new-file.ts'

const DRAFT = '.partial-'
const FOLDERS = ['log', 'base']

export class FolderStore implements Store {
  readonly place: string

  constructor(path: string) {
    this.place = path
  }

  async prepare(): Promise<void> {
    try {
      for (const name of FOLDERS) await mkdir(join(this.place, name), { recursive: true, mode: 0o700 })
    } catch (error) {
      throw new StoreRefused(`SAMVAD_ARCHIVE=${this.place} cannot be written: ${(error as Error).message}`)
    }
  }

  async put(name: string, source: AsyncIterable<Buffer>): Promise<void> {
    await this.#write(name, source, rename)
  }

  async putNew(name: string, bytes: Buffer): Promise<boolean> {
    try {
      await this.#write(name, [bytes], async (draft, file) => {
        await link(draft, file)
        await rm(draft)
      })
      return true
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
      // A file system without hard links, where no other process writes at the same time.
      if (!['EPERM', 'ENOTSUP', 'ENOSYS'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
      if (await this.has(name)) return false
      await this.#write(name, [bytes], rename)
      return true
    }
  }

  async *get(name: string): AsyncGenerator<Buffer> {
    try {
      yield* createReadStream(join(this.place, name)) as AsyncIterable<Buffer>
    } catch (error) {
      throw notThere(error)
    }
  }

  has(name: string): Promise<boolean> {
    return access(join(this.place, name)).then(
      () => true,
      () => false,
    )
  }

  async list(folder: string): Promise<string[]> {
    try {
      return (await readdir(join(this.place, folder))).filter((name) => !name.includes(DRAFT))
    } catch (error) {
      throw notThere(error)
    }
  }

  remove(name: string): Promise<void> {
    return rm(join(this.place, name), { force: true })
  }

  async removeDrafts(now: Date): Promise<void> {
    for (const folder of FOLDERS)
      for (const name of await readdir(join(this.place, folder))) {
        const file = join(this.place, folder, name)
        const begun = name.includes(DRAFT) ? await stat(file).catch(() => null) : null
        if (begun !== null && begun.mtimeMs < now.getTime() - DRAFT_AGE_MS) await rm(file, { force: true })
      }
  }

  /** File systems have no deadline. */
  within(): Store {
    return this
  }

  async #write(
    name: string,
    source: AsyncIterable<Buffer> | Buffer[],
    give: (draft: string, file: string) => Promise<void>,
  ): Promise<void> {
    const file = join(this.place, name)
    const draft = `${file}${DRAFT}${randomUUID()}`
    const handle = await open(draft, 'w', 0o600)
    try {
      for await (const chunk of source) await handle.writeFile(chunk)
      await handle.sync()
      await handle.close()
      await give(draft, file)
    } catch (error) {
      await handle.close().catch(() => {})
      await rm(draft, { force: true })
      throw error
    }
    await syncFolder(dirname(file))
  }
}

function notThere(error: unknown): unknown {
  const { code, message } = error as NodeJS.ErrnoException
  return code === 'ENOENT' ? new NotThere(message, { cause: error }) : error
}
