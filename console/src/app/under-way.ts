// Long-running work: imports, exports. An event announces its end but not its progress, so a visible page polls while
// some is running.

const LOOK_EVERY_MS = 1000

export const isUnderWay = ({ status }: { status?: string }): boolean => status === 'queued' || status === 'running'

/** For `refetchInterval`, which pauses while the page is hidden. */
export const lookAgain = (shown: readonly object[] | undefined): number | false =>
  shown?.some((one) => isUnderWay(one as { status?: string })) ? LOOK_EVERY_MS : false
