// The objects of an archive in any store: compressed, and encrypted in the age format if there is a passphrase.
//
//   archive.json      the installation that it belongs to
//   key.age           if encrypted: the age key that decrypts it, itself encrypted with the passphrase
//   log/SEGMENT.gz    PostgreSQL's log, segment by segment; .gz.age if encrypted
//   base/ID.tar.gz    a copy of all files of PostgreSQL, or .tar.gz.age; ID.json marks it as complete

import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream'
import { createGunzip, createGzip } from 'node:zlib'
import { sentenceOf } from '#kit/cannot-start.ts'
import { bytesIn, NotThere, type Store, StoreAway, type StoreOptions, StoreRefused } from '#kit/s3/store.ts'
import { someAtOnce } from '#kit/some-at-once.ts'
import { decrypt, encrypt, type Lock, WrongLock } from './age.ts'
import { openText, sealText } from './age-armor.ts'
import { byKey, newKeyText } from './age-key.ts'
import { byPassphrase } from './age-passphrase.ts'
import type { Base, BaseFacts } from './archive-rules.ts'

const GZIP_LEVEL = 3
const SUFFIX = /\.gz(\.age)?$/
const KEY_FILE = 'key.age'
const AT_ONCE = 8

/** As stored: in an encrypted archive the complete base is also in `sealed`, and its secrets only there. */
export type StoredBase = Base | (BaseFacts & { sealed: string })

interface Opened {
  key: Lock | null
  /** False until it is known whether the archive is encrypted. */
  mayWrite: boolean
}

export class Archive {
  readonly #store: Store
  /** Shared by all instances: the key is derived from the passphrase once. */
  readonly #opened: Opened

  constructor(store: Store, opened: Opened = { key: null, mayWrite: false }) {
    this.#store = store
    this.#opened = opened
  }

  get place(): string {
    return this.#store.place
  }

  within(signal: AbortSignal, options?: StoreOptions): Archive {
    return new Archive(this.#store.within(signal, options), this.#opened)
  }

  prepare(): Promise<void> {
    return this.#store.prepare()
  }

  async isEmpty(): Promise<boolean> {
    return (await this.#store.list('log')).length === 0 && (await this.#store.list('base')).length === 0
  }

  /** The first access of a restore: a read, because only then does a store explain a refusal. */
  async isEncrypted(): Promise<boolean> {
    return (await bytesIn(this.#store, KEY_FILE)) !== null
  }

  /** Takes a second and 256 MB, once. Throws WrongLock. */
  async unlock(passphrase: string): Promise<void> {
    const sealed = await bytesIn(this.#store, KEY_FILE)
    if (sealed === null) throw new Error(`${KEY_FILE} is missing from ${this.place}`)
    const text = await Array.fromAsync(decrypt(once(sealed), byPassphrase(passphrase)))
    this.#opened.key = byKey(Buffer.concat(text).toString())
    this.#opened.mayWrite = true
  }

  /** Marks the archive as unencrypted. */
  leaveReadable(): void {
    this.#opened.mayWrite = true
  }

  /** Creates a key for a new archive, unless another process has created one in the meantime. */
  async makeKey(passphrase: string, at: Date): Promise<void> {
    const sealed = await Array.fromAsync(encrypt(once(Buffer.from(newKeyText(at))), byPassphrase(passphrase)))
    await this.#store.putNew(KEY_FILE, Buffer.concat(sealed))
    await this.unlock(passphrase)
  }

  async putSegment(name: string, source: AsyncIterable<Buffer>): Promise<void> {
    await this.#put(this.#segment(name), source)
  }

  async segments(): Promise<string[]> {
    const names = await this.#store.list('log')
    return names.flatMap((name) => (SUFFIX.test(name) ? [name.replace(SUFFIX, '')] : [])).toSorted()
  }

  hasSegment(name: string): Promise<boolean> {
    return this.#store.has(this.#segment(name))
  }

  segment(name: string): AsyncIterable<Buffer> {
    return this.#get(this.#segment(name))
  }

  removeSegments(names: readonly string[]): Promise<void> {
    return someAtOnce(names, AT_ONCE, (name) => this.#store.remove(this.#segment(name)))
  }

  /** Returns the SHA-256 of the stored object. */
  async putBase(id: string, source: AsyncIterable<Buffer>): Promise<string> {
    return this.#put(this.#baseFile(id), source)
  }

  /** Marks the copy and everything it needs as complete. */
  async publish(base: Base): Promise<void> {
    const { key } = this.#opened
    const { secret_key, postgres_password, ...facts } = base
    const stored: StoredBase =
      key === null
        ? base
        : { ...facts, sealed: await sealText(JSON.stringify({ ...facts, secret_key, postgres_password }), key) }
    await this.putText(`base/${base.id}.json`, `${JSON.stringify(stored, null, 2)}\n`)
  }

  async bases(): Promise<StoredBase[]> {
    const bases: StoredBase[] = []
    await someAtOnce(await this.#baseNames(), AT_ONCE, async (name) => {
      const base = await this.#storedBase(name)
      if (base !== null) bases.push(base)
    })
    return bases
  }

  /** The most recently started one: names sort by time. */
  async lastBase(): Promise<BaseFacts | null> {
    const last = (await this.#baseNames()).toSorted().at(-1)
    return last === undefined ? null : this.#storedBase(last)
  }

  async #baseNames(): Promise<string[]> {
    return (await this.baseFiles()).filter((name) => name.endsWith('.json'))
  }

  baseFiles(): Promise<string[]> {
    return this.#store.list('base')
  }

  /** Null when it was deleted in the meantime. */
  async #storedBase(name: string): Promise<StoredBase | null> {
    const text = await this.text(`base/${name}`)
    return text === null ? null : JSON.parse(text)
  }

  /** With its secrets, decrypted with the key. */
  async opened(base: StoredBase): Promise<Base> {
    if (!('sealed' in base)) return base
    if (this.#opened.key === null)
      throw new StoreRefused(`${this.place}/${KEY_FILE} is missing. Without it, the archive cannot be decrypted.`)
    try {
      const opened = JSON.parse(await openText(base.sealed, this.#opened.key))
      if (opened.id !== base.id) throw new Error(`it belongs to ${opened.id}`)
      return opened
    } catch (error) {
      throw this.#damaged(`base/${base.id}.json`, error)
    }
  }

  /** Reads the copy to its end; throws unless it is unchanged. */
  async mustBeWhole({ id, sha256 }: BaseFacts): Promise<void> {
    const digest = createHash('sha256')
    try {
      for await (const chunk of this.#store.get(this.#baseFile(id))) digest.update(chunk)
    } catch (error) {
      throw this.#damaged(this.#baseFile(id), error)
    }
    if (digest.digest('hex') !== sha256)
      throw new StoreRefused(`The copy ${id} in ${this.place} is damaged. Nothing was changed.`)
  }

  base({ id }: BaseFacts): AsyncIterable<Buffer> {
    return this.#get(this.#baseFile(id))
  }

  async removeBase({ id }: Pick<BaseFacts, 'id'>): Promise<void> {
    for (const name of [`base/${id}.json`, this.#baseFile(id)]) await this.#store.remove(name)
  }

  removeDrafts(now: Date): Promise<void> {
    return this.#store.removeDrafts(now)
  }

  async text(name: string): Promise<string | null> {
    return (await bytesIn(this.#store, name))?.toString() ?? null
  }

  putText(name: string, text: string): Promise<void> {
    return this.#store.put(name, once(Buffer.from(text)))
  }

  #baseFile(id: string): string {
    return `base/${id}.tar${this.#suffix}`
  }

  #segment(name: string): string {
    return `log/${name}${this.#suffix}`
  }

  get #suffix(): string {
    return this.#opened.key === null ? '.gz' : '.gz.age'
  }

  async #put(name: string, source: AsyncIterable<Buffer>): Promise<string> {
    const { key, mayWrite } = this.#opened
    if (!mayWrite) throw new Error(`${this.place} is not open for writing`)
    const gzip = createGzip({ level: GZIP_LEVEL })
    pipeline(source, gzip, () => {})
    const digest = createHash('sha256')
    try {
      await this.#store.put(name, digested(key === null ? gzip : encrypt(gzip, key), digest))
    } finally {
      // A store that does not start to read leaves the source waiting.
      gzip.destroy()
    }
    return digest.digest('hex')
  }

  async *#get(name: string): AsyncGenerator<Buffer> {
    const { key } = this.#opened
    const gunzip = createGunzip({ rejectGarbageAfterEnd: true })
    const source = this.#store.get(name)
    pipeline(key === null ? source : decrypt(source, key), gunzip, () => {})
    try {
      yield* gunzip as AsyncIterable<Buffer>
    } catch (error) {
      throw this.#damaged(name, error)
    } finally {
      gunzip.destroy()
    }
  }

  #damaged(name: string, error: unknown): unknown {
    if (error instanceof StoreAway || error instanceof StoreRefused) return error
    const why =
      error instanceof NotThere
        ? 'it is missing'
        : error instanceof WrongLock
          ? "it is another key's"
          : sentenceOf(error)
    return new StoreRefused(`${name} in ${this.place} cannot be used: ${why}. Nothing was changed.`, { cause: error })
  }
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}

async function* digested(
  source: AsyncIterable<Buffer>,
  digest: { update(bytes: Buffer): unknown },
): AsyncGenerator<Buffer> {
  for await (const chunk of source) {
    digest.update(chunk)
    yield chunk
  }
}
