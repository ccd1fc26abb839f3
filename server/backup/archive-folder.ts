// The folder that an archive is in: files that are there whole or not at all, compressed, readable by the owner alone.
//
//   archive.json      whose it is
//   log/SEGMENT.gz    the log of PostgreSQL, segment by segment
//   base/ID.tar.gz    a copy of all its files, and ID.json, which says that it is whole

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream'
import { createGunzip, createGzip } from 'node:zlib'
import { CannotStart } from '#kit/cannot-start.ts'
import type { Base } from './archive-rules.ts'
import { syncFolder } from './new-file.ts'

const GZIP_LEVEL = 3
const SUFFIX = '.gz'
const DRAFT = '.partial-'

export class ArchiveFolder {
  readonly path: string

  constructor(path: string) {
    this.path = path
  }

  async prepare(): Promise<void> {
    try {
      for (const name of ['log', 'base']) await mkdir(join(this.path, name), { recursive: true, mode: 0o700 })
    } catch (error) {
      throw new CannotStart(`SAMVAD_ARCHIVE=${this.path} cannot be written: ${(error as Error).message}`)
    }
  }

  async putSegment(name: string, source: AsyncIterable<Buffer>): Promise<void> {
    await this.#put(join('log', `${name}${SUFFIX}`), compressed(source))
  }

  async segments(): Promise<string[]> {
    const names = await readdir(join(this.path, 'log'))
    return names.flatMap((name) => (name.endsWith(SUFFIX) ? [name.slice(0, -SUFFIX.length)] : [])).toSorted()
  }

  segment(name: string): AsyncIterable<Buffer> {
    return expanded(join(this.path, 'log', `${name}${SUFFIX}`))
  }

  removeSegment = (name: string): Promise<void> => rm(join(this.path, 'log', `${name}${SUFFIX}`), { force: true })

  /** Answers the SHA-256 of what was stored. */
  async putBase(id: string, source: AsyncIterable<Buffer>): Promise<string> {
    return this.#put(join('base', `${id}.tar.gz`), compressed(source))
  }

  /** Says that the copy and all that it needs is there. */
  async publish(base: Base): Promise<void> {
    await this.putText(join('base', `${base.id}.json`), `${JSON.stringify(base, null, 2)}\n`)
  }

  async bases(): Promise<Base[]> {
    const names = await readdir(join(this.path, 'base'))
    const whole = names.filter((name) => name.endsWith('.json'))
    return Promise.all(whole.map(async (name) => JSON.parse((await this.text(join('base', name))) as string)))
  }

  /** The copy, once it was read to its end and found as it was stored. */
  async mustBeWhole({ id, sha256 }: Base): Promise<void> {
    const digest = createHash('sha256')
    for await (const chunk of createReadStream(join(this.path, 'base', `${id}.tar.gz`))) digest.update(chunk)
    if (digest.digest('hex') !== sha256)
      throw new CannotStart(`The copy ${id} in ${this.path} is not as it was stored.`)
  }

  base({ id }: Base): AsyncIterable<Buffer> {
    return expanded(join(this.path, 'base', `${id}.tar.gz`))
  }

  async removeBase({ id }: Base): Promise<void> {
    for (const name of [`${id}.json`, `${id}.tar.gz`]) await rm(join(this.path, 'base', name), { force: true })
  }

  /** What a process that was killed has begun. */
  async removeDrafts(): Promise<void> {
    for (const folder of ['log', 'base'])
      for (const name of await readdir(join(this.path, folder)))
        if (name.includes(DRAFT)) await rm(join(this.path, folder, name), { force: true })
  }

  async text(name: string): Promise<string | null> {
    return readFile(join(this.path, name), 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null
      throw error
    })
  }

  async putText(name: string, text: string): Promise<void> {
    await this.#put(name, [Buffer.from(text)])
  }

  async #put(name: string, source: AsyncIterable<Buffer> | Buffer[]): Promise<string> {
    const file = join(this.path, name)
    const draft = `${file}${DRAFT}${process.pid}`
    const handle = await open(draft, 'w', 0o600)
    const digest = createHash('sha256')
    try {
      for await (const chunk of source) {
        digest.update(chunk)
        await handle.writeFile(chunk)
      }
      await handle.sync()
      await handle.close()
      await rename(draft, file)
    } catch (error) {
      await handle.close().catch(() => {})
      await rm(draft, { force: true })
      throw error
    }
    await syncFolder(dirname(file))
    return digest.digest('hex')
  }
}

function compressed(source: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  const gzip = createGzip({ level: GZIP_LEVEL })
  pipeline(source, gzip, () => {})
  return gzip
}

function expanded(file: string): AsyncIterable<Buffer> {
  const gunzip = createGunzip({ rejectGarbageAfterEnd: true })
  pipeline(createReadStream(file), gunzip, () => {})
  return gunzip
}
