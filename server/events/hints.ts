// Announces that events are about to be committed, so that they get their positions without delay. Only a hint: the job
// that assigns positions also polls.

/** By then most current transactions have committed; events written in between share one hint. */
const HINT_AFTER_MS = 10

let hear: () => void = () => {}
let timer: NodeJS.Timeout | undefined

/** Called once per process. */
export function onEventsWritten(react: () => void): void {
  hear = react
}

/** Called when the inserting statement, which runs with the commit, is created. */
export function hintEvents(): void {
  if (timer !== undefined) return
  timer = setTimeout(() => {
    timer = undefined
    hear()
  }, HINT_AFTER_MS)
  timer.unref()
}
