// Ends shared resources of one test process, such as a browser, with the process instead of with a file.

const endings = []
let isLane = false

/** Declares that `endShared` will be called once all files of this process have run. */
export function filesShare() {
  isLane = true
}

/**
 * Calls `end` once all files of this process have run. False where a file runs alone: the caller then ends the resource
 * with the file.
 */
export function atProcessEnd(end) {
  if (isLane) endings.push(end)
  return isLane
}

export async function endShared() {
  for (const end of endings.splice(0)) await end()
}
