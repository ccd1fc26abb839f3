// Position at which a dragged row would be dropped. Pure.

/** `middles`: of the rows, from the top; `offset`: how far the row at `from` was dragged. */
export function dropPlace(middles: readonly number[], from: number, offset: number): number {
  const middle = (middles[from] ?? 0) + offset
  const others = middles.filter((_, place) => place !== from)
  return others.filter((other) => other < middle).length
}

/** How far a row moves aside for the dragged one: by its height up or down, or not at all. */
export function shiftOf(place: number, from: number, to: number): -1 | 0 | 1 {
  if (place > from && place <= to) return -1
  return place < from && place >= to ? 1 : 0
}
