// PostgreSQL's output: `<DATA_DIR>/postgres.log`.

import { closeSync, openSync } from 'node:fs'
import { open, stat, truncate } from 'node:fs/promises'

const LOG_MAX_BYTES = 32_000_000
const TAIL_BYTES = 4_000

export function openLog(file: string): number {
  return openSync(file, 'a', 0o600)
}

export const closeLog = closeSync

/** Truncates a log that exceeds its limit. PostgreSQL appends, so it continues at the new end. */
export async function limitLog(file: string): Promise<void> {
  const { size } = await stat(file).catch(() => ({ size: 0 }))
  if (size > LOG_MAX_BYTES) await truncate(file).catch(() => {})
}

/** PostgreSQL's last error message, in one line. */
export async function lastComplaint(file: string): Promise<string> {
  const handle = await open(file, 'r').catch(() => undefined)
  if (!handle) return 'no log'
  try {
    const { size } = await handle.stat()
    const { buffer, bytesRead } = await handle.read(
      Buffer.alloc(TAIL_BYTES),
      0,
      TAIL_BYTES,
      Math.max(0, size - TAIL_BYTES),
    )
    const lines = buffer.toString('utf8', 0, bytesRead).trim().split('\n')
    return lines.findLast((line) => /(FATAL|PANIC|ERROR|error):/.test(line)) ?? lines.at(-1) ?? ''
  } finally {
    await handle.close()
  }
}
