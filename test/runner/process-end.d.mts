export function filesShare(): void
export function atProcessEnd(end: () => Promise<unknown>): boolean
export function endShared(): Promise<void>
