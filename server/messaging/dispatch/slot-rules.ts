// Distribution of free slots among organizations. Pure.

/**
 * Distributes free slots round-robin by how many each organization has in flight. Nobody exceeds `most`, nor the number
 * of slots that then remain free: the more organizations are active, the smaller each share, and a new one always finds
 * a slot.
 */
export function dealSlots(free: number, inHand: readonly number[], most: number): number[] {
  const shares = inHand.map(() => 0)
  for (let left = free, before = -1; left !== before; ) {
    before = left
    for (let index = 0; index < shares.length; index++) {
      const share = shares[index] as number
      if ((inHand[index] as number) + share >= Math.min(most, left)) continue
      shares[index] = share + 1
      left--
    }
  }
  return shares
}
