// Long work that somebody waits for: imports, exports. That it ended is told by an event; each step of it is not, so
// while a page is seen that shows some under way, it is asked for again.

const LOOK_EVERY_MS = 1000

export const isUnderWay = ({ status }: { status?: string }): boolean => status === 'queued' || status === 'running'

/** For `refetchInterval`, which pauses while the page is hidden. */
export const lookAgain = (shown: readonly object[] | undefined): number | false =>
  shown?.some((one) => isUnderWay(one as { status?: string })) ? LOOK_EVERY_MS : false
