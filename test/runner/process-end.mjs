// What the files of one test process share, such as a browser, ends with the process instead of with a file.

const endings = []
let isLane = false

/** Says that `endShared` will be called once all files of this process have run. */
export function filesShare() {
  isLane = true
}

/**
 * Calls `end` once all files of this process have run. False where a file runs by itself: then whoever starts something
 * ends it with the file.
 */
export function atProcessEnd(end) {
  if (isLane) endings.push(end)
  return isLane
}

export async function endShared() {
  for (const end of endings.splice(0)) await end()
}
