// Batches reads of single keys: keys requested in the same turn of the event loop are read together, and prefetches
// wait a moment for more. Caching a thousand organizations then takes a few statements a second instead of thousands.

/** How long a prefetch waits for other keys. */
const AHEAD_MS = 100
/** Maximum number of keys per read. */
const KEYS_MAX = 500

/** A key that is missing from the result has no value: `undefined`. */
export type ReadMany<Key, Value> = (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>

interface Asking<Value> {
  found: Promise<Value | undefined>
  resolve(value: Value | undefined): void
  reject(error: unknown): void
}

/** `isAhead`: a prefetch that can wait for others. A failed read fails all its callers. */
export function gathered<Key, Value>(
  readMany: ReadMany<Key, Value>,
): (key: Key, isAhead?: boolean) => Promise<Value | undefined> {
  let asking = new Map<Key, Asking<Value>>()
  let timer: NodeJS.Timeout | undefined
  let isSoon = false

  function read(): void {
    clearTimeout(timer)
    timer = undefined
    isSoon = false
    const all = [...asking]
    asking = new Map()
    for (let index = 0; index < all.length; index += KEYS_MAX) void answer(all.slice(index, index + KEYS_MAX))
  }

  async function answer(some: readonly (readonly [Key, Asking<Value>])[]): Promise<void> {
    try {
      const found = await readMany(some.map(([key]) => key))
      for (const [key, { resolve }] of some) resolve(found.get(key))
    } catch (error) {
      for (const [, { reject }] of some) reject(error)
    }
  }

  return (key, isAhead = false) => {
    let one = asking.get(key)
    if (!one) {
      const { promise: found, resolve, reject } = Promise.withResolvers<Value | undefined>()
      one = { found, resolve, reject }
      asking.set(key, one)
    }
    if (!isAhead && !isSoon) {
      isSoon = true
      setImmediate(read)
    } else if (isAhead && !isSoon && !timer) timer = setTimeout(read, AHEAD_MS)
    return one.found
  }
}
