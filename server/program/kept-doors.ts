// The listening sockets of the API processes, one each, which outlive them: the parent holds a copy of every socket
// without accepting. A replacement process takes over the socket of the one it replaces, with all connections that are
// not accepted yet.

import type { Handle } from '#edge/doors.ts'

export interface Door {
  readonly id: number
  readonly handle: Handle
}

export interface KeptDoors {
  keep(handle: Handle): Door
  /** Its process has ended without a replacement yet. */
  leave(door: Door): void
  /** A process accepts on it again. */
  take(door: Door): void
  /** The sockets without a process. */
  left(): Door[]
  /** Closes it: pending connections are reset and no new ones arrive. */
  giveUp(door: Door): void
  /** Closes all of them, and every one that is added later. */
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
