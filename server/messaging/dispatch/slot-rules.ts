// How free slots are dealt out among organizations.

/**
 * Deals free slots out in a circle, one at a time: how many each gets, by how many it has in hand. Nobody comes to
 * have more than `most`, nor more than what is then still free: so the more have much in hand, the less each has, and
 * who comes next finds a slot.
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
