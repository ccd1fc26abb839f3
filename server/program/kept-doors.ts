// The doors of the API processes, one for each, which outlive them: the parent holds every door besides, and lets
// nobody in. The process that comes in another's place takes its door over, and finds there whoever is not let in yet.

import type { Handle } from '#edge/doors.ts'

export interface Door {
  readonly id: number
  readonly handle: Handle
}

export interface KeptDoors {
  keep(handle: Handle): Door
  /** The process behind it is gone, and none is there in its place yet. */
  leave(door: Door): void
  /** A process is behind it again. */
  take(door: Door): void
  /** Those that were left. */
  left(): Door[]
  /** Whoever waits at it is turned away, and nobody comes any more. */
  giveUp(door: Door): void
  /** All, and every one that is to be kept later. */
  giveUpAll(): void
}

export function createKeptDoors(): KeptDoors {
  const kept = new Set<Door>()
  const left = new Set<Door>()
  let isOver = false
  let doors = 0

  function giveUp(door: Door): void {
    left.delete(door)
    if (kept.delete(door)) door.handle.close()
  }

  return {
    keep(handle) {
      const door = { id: ++doors, handle }
      kept.add(door)
      if (isOver) giveUp(door)
      return door
    },
    leave: (door) => void (kept.has(door) && left.add(door)),
    take: (door) => void left.delete(door),
    left: () => Array.from(left),
    giveUp,
    giveUpAll() {
      isOver = true
      for (const door of Array.from(kept)) giveUp(door)
    },
  }
}
