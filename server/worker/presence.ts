// Detects dead workers of a DATA_DIR: each listens on a socket in a folder there as long as it lives.

import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { makeFolder } from '#kit/make-folder.ts'
import { bootOf, giveSignOfLife, lifeOf, type SignOfLife } from '#kit/sign-of-life.ts'

/** In DATA_DIR. */
const FOLDER = 'workers'
const OWNER_ALONE = 0o700
/** For files of another machine or an earlier boot: by then their leases have long expired. */
const STRANGE_KEPT_MS = 24 * 3600 * 1000

/** Contains the boot id, because a socket is only meaningful within one boot. */
const nameOf = (boot: string, workerId: Uuid) => `${boot}.${workerId}.socket`
const NAME = /^([0-9a-f-]{36})\.([0-9a-f-]{36})\.socket$/

export class Presence {
  readonly #folder: string
  #boot: string | null = null
  #life: SignOfLife | null = null

  constructor(dataDirectory: string) {
    this.#folder = join(dataDirectory, FOLDER)
  }

  /**
   * From now on others can detect whether this worker is alive. Returns its id; undefined where that cannot be
   * detected.
   */
  async begin(): Promise<Uuid | undefined> {
    const boot = await bootOf()
    if (boot === null) return undefined
    await makeFolder(this.#folder, OWNER_ALONE)
    const workerId = newUuid()
    this.#life = await giveSignOfLife(this.#folder, nameOf(boot, workerId))
    if (this.#life === null) return undefined
    this.#boot = boot
    return workerId
  }

  /** Workers that died since this machine booted and were not handled yet. */
  async dead(now: Date): Promise<Uuid[]> {
    if (this.#boot === null) return []
    const found: Uuid[] = []
    for (const name of await readdir(this.#folder)) {
      const [, boot, workerId] = NAME.exec(name) ?? []
      if (boot !== this.#boot) await this.#removeOld(name, now)
      else if ((await lifeOf(this.#folder, name)) === 'gone') found.push(workerId as Uuid)
    }
    return found
  }

  async forget(workerId: Uuid): Promise<void> {
    if (this.#boot !== null) await rm(join(this.#folder, nameOf(this.#boot, workerId)), { force: true })
  }

  async end(): Promise<void> {
    await this.#life?.end()
  }

  async #removeOld(name: string, now: Date): Promise<void> {
    const path = join(this.#folder, name)
    const found = await stat(path).catch(() => null)
    if (found && now.getTime() - found.mtimeMs > STRANGE_KEPT_MS) await rm(path, { force: true })
  }
}
