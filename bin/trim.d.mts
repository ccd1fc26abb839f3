export const STYLES_USED: string[]
export function trim(folder?: string): void
export function unreadPaths(folder?: string): string[]
