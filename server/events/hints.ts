// Says that events are about to be committed, so that they are not found by chance only. A hint: whoever gives them
// their positions looks by itself as well.

/** Until then most transactions that are just writing have committed; and what is written meanwhile is hinted once. */
const HINT_AFTER_MS = 10

let hear: () => void = () => {}
let timer: NodeJS.Timeout | undefined

/** Once in every process. */
export function onEventsWritten(react: () => void): void {
  hear = react
}

/** By whoever makes the statement that writes them, which runs with its commit. */
export function hintEvents(): void {
  if (timer !== undefined) return
  timer = setTimeout(() => {
    timer = undefined
    hear()
  }, HINT_AFTER_MS)
  timer.unref()
}
