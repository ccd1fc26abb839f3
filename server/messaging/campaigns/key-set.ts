// The set of addresses seen by an estimate: a million of them in a few megabytes, as 64-bit hashes. Two addresses with
// equal hashes count as one: for a million addresses, once in tens of millions of estimates. Pure.

const FIRST_CAPACITY = 4096
/** Constants of FNV-1a. */
const [FNV_BEGINNING, FNV_PRIME] = [0x811c9dc5, 0x01000193]
/** A second, independent hash. */
const [OTHER_BEGINNING, OTHER_PRIME] = [0x050c5d1f, 0x9e3779b1]

export class KeySet {
  #capacity = FIRST_CAPACITY
  #slots = new Uint32Array(2 * FIRST_CAPACITY)
  #size = 0

  get size(): number {
    return this.#size
  }

  /** False if the key was already added. */
  add(key: string): boolean {
    if (this.#size * 2 >= this.#capacity) this.#grow()
    // A hash is never two zeros: these mark a free slot.
    return this.#put(fnv(key) || 1, other(key))
  }

  #put(high: number, low: number): boolean {
    const slots = this.#slots
    for (let place = low & (this.#capacity - 1); ; place = (place + 1) & (this.#capacity - 1)) {
      const [first, second] = [slots[2 * place] as number, slots[2 * place + 1] as number]
      if (first === high && second === low) return false
      if (first !== 0) continue
      slots[2 * place] = high
      slots[2 * place + 1] = low
      this.#size++
      return true
    }
  }

  #grow(): void {
    const before = this.#slots
    this.#capacity *= 2
    this.#slots = new Uint32Array(2 * this.#capacity)
    this.#size = 0
    for (let index = 0; index < before.length; index += 2)
      if (before[index] !== 0) this.#put(before[index] as number, before[index + 1] as number)
  }
}

function fnv(key: string): number {
  let sum = FNV_BEGINNING
  for (let index = 0; index < key.length; index++) sum = Math.imul(sum ^ key.charCodeAt(index), FNV_PRIME)
  return spread(sum)
}

function other(key: string): number {
  let sum = OTHER_BEGINNING
  for (let index = 0; index < key.length; index++) {
    sum = Math.imul(sum ^ key.charCodeAt(index), OTHER_PRIME)
    sum = (sum << 13) | (sum >>> 19)
  }
  return spread(sum)
}

/** Mixes the bits, so that the last letters affect all of them. */
function spread(given: number): number {
  let sum = Math.imul(given ^ (given >>> 16), 0x85ebca6b)
  sum = Math.imul(sum ^ (sum >>> 13), 0xc2b2ae35)
  return (sum ^ (sum >>> 16)) >>> 0
}
