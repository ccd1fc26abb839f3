export const FILES_PER_PROCESS: number
export const BROWSER_PROCESSES: number
export const NOTHING_LEFT: string
export function createQueue(
  files: readonly string[],
  options?: { everyFileAlone?: boolean },
): { folder: string; aloneCount: number; remove(): void }
export function claimFiles(folder: string): Generator<string>
