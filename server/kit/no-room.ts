// Full disks and reached quotas, as reported by the system, PostgreSQL and Node.

const CODES = ['ENOSPC', 'EDQUOT', '53100']
/** PostgreSQL's first connection writes a file and does not report why that failed. */
const WORDS = /No space left on device|Disk quota exceeded|disk full|could not write init file/i

/** True when an error's message or code indicates a full disk. */
export const saysNoRoom = (message: string, code?: string): boolean =>
  WORDS.test(message) || (code !== undefined && CODES.includes(code))
