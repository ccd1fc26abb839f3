// A disk that is full, or whose quota is reached: as the system, PostgreSQL and Node tell it.

const CODES = ['ENOSPC', 'EDQUOT', '53100']
/** PostgreSQL's first connection writes a file of which it does not say why it could not. */
const WORDS = /No space left on device|Disk quota exceeded|disk full|could not write init file/i

/** Whether that is the trouble, by what an error says, and by its code where it has one. */
export const saysNoRoom = (message: string, code?: string): boolean =>
  WORDS.test(message) || (code !== undefined && CODES.includes(code))
