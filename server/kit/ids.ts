// Identifiers: UUIDv7 in the database, TypeID at the edge (a prefix that names the resource, then the UUID in base32).
// Source: RFC 9562 §5.7 and §6.2 (method 1, a counter within the millisecond), github.com/jetify-com/typeid 0.3.

import { randomFillSync } from 'node:crypto'

export type Uuid = string

/** The prefixes of all resources with public ids. */
export type Prefix =
  | 'org'
  | 'user'
  | 'role'
  | 'token'
  | 'session'
  | 'pkey'
  | 'contact'
  | 'group'
  | 'conv'
  | 'msg'
  | 'dlv'
  | 'txn'
  | 'rech'
  | 'spay'
  | 'inv'
  | 'summ'
  | 'plist'
  | 'planl'
  | 'evt'
  | 'sbx'
  | 'camp'
  | 'order'
  | 'pay'
  | 'rfnd'
  | 'mand'
  | 'audit'
  | 'invite'
  | 'sdom'
  | 'tmpl'
  | 'att'
  | 'consent'
  | 'supp'
  | 'arr'
  | 'quar'
  | 'exp'
  | 'whe'
  | 'whd'
  | 'ntf'
  | 'psub'
  | 'list'
  | 'seg'
  | 'imp'
  | 'claim'
  | 'cnot'
  | 'form'
  | 'dom'
  | 'sub'
  | 'sfile'

const RANDOM_BYTES = 4096
const random = Buffer.alloc(RANDOM_BYTES)
let randomUsed = RANDOM_BYTES
let lastMilliseconds = 0
let counter = 0
/** The digits of the time, cached for all ids of a millisecond. */
let timeOf = -1
let timeText = ''
/** The hexadecimal digits of each byte. */
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/**
 * A new UUIDv7. Within a process each is greater than the one before, so that the order of ids is the order of
 * creation.
 */
export function newUuid(at: number = Date.now()): Uuid {
  if (randomUsed + 10 > RANDOM_BYTES) {
    randomFillSync(random)
    randomUsed = 0
  }
  if (at > lastMilliseconds) {
    lastMilliseconds = at
    counter = random.readUInt16BE(randomUsed) & 0x7ff // the upper half is left for counting
  } else if (++counter > 0xfff) {
    lastMilliseconds++
    counter = 0
  }
  if (timeOf !== lastMilliseconds) {
    timeOf = lastMilliseconds
    const digits = timeOf.toString(16).padStart(12, '0')
    timeText = `${digits.slice(0, 8)}-${digits.slice(8)}`
  }
  let tail = `${HEX[((random[randomUsed + 2] as number) & 0x3f) | 0x80]}${HEX[random[randomUsed + 3] as number]}-`
  for (let index = randomUsed + 4; index < randomUsed + 10; index++) tail += HEX[random[index] as number]
  randomUsed += 10
  return `${timeText}-${(0x7000 | counter).toString(16)}-${tail}`
}

/** For tests that share a process: another file's clock may have been a year ahead. */
export function forgetLastId(): void {
  lastMilliseconds = 0
}

/** Not less than any id created before `at`, and not greater than any created from then on. */
export function firstUuidAt(at: Date): Uuid {
  return leastId(Math.max(0, at.getTime()))
}

/** Maximum distance between ids of one operation: they are created one after another, many thousands a second. */
const BEFORE_MS = 1000
const AFTER_MS = 60_000

/** The range of ids that were created together with this one by the same process. */
export function idsAround(id: Uuid): { from: Uuid; to: Uuid } {
  const milliseconds = Number.parseInt(id.replace('-', '').slice(0, 12), 16)
  return { from: leastId(milliseconds - BEFORE_MS), to: leastId(milliseconds + AFTER_MS) }
}

function leastId(milliseconds: number): Uuid {
  const time = milliseconds.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`
}

export const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
/** The value for characters outside the alphabet; letters have 0 to 31. */
const NO_LETTER = 0xff
const valueOf = new Uint8Array(128).fill(NO_LETTER)
for (const [value, letter] of [...ALPHABET].entries()) valueOf[letter.charCodeAt(0)] = value

/** Two letters for each ten bits, which takes half as many steps as single letters. */
const PAIRS = Array.from({ length: 1024 }, (_, bits) => `${ALPHABET[bits >>> 5]}${ALPHABET[bits & 31]}`)

/** `conv_01jd...` for a UUID; the first of 26 letters holds three bits, so that 128 bits fit 130. */
export function typeId(prefix: Prefix, uuid: Uuid): string {
  const high = Number.parseInt(uuid.slice(0, 8), 16)
  const middleHigh = Number.parseInt(uuid.slice(9, 13) + uuid.slice(14, 18), 16)
  const middleLow = Number.parseInt(uuid.slice(19, 23) + uuid.slice(24, 28), 16)
  const low = Number.parseInt(uuid.slice(28), 16)
  let text = `${prefix}_`
  // Ten bits at a time over four 32-bit words, most significant first, two bits of padding before them.
  for (let bit = 120; bit >= 0; bit -= 10) text += PAIRS[tenBits(high, middleHigh, middleLow, low, bit)]
  return text
}

function tenBits(a: number, b: number, c: number, d: number, bit: number): number {
  const word = bit >>> 5
  const shift = bit & 31
  const own = word === 3 ? a : word === 2 ? b : word === 1 ? c : d
  const next = word === 2 ? a : word === 1 ? b : word === 0 ? c : 0
  return ((own >>> shift) | (shift > 22 ? next << (32 - shift) : 0)) & 1023
}

/** The UUID of a TypeID with this prefix, or null when it is not one. */
export function parseTypeId(prefix: Prefix, text: string): Uuid | null {
  const start = prefix.length + 1
  if (text.length !== start + 26 || !text.startsWith(`${prefix}_`) || (text[start] as string) > '7') return null
  // The first two letters hold eight bits, each four after them twenty: two and five hexadecimal digits.
  const first = bitsOf(text, start, 2)
  if (first < 0) return null
  let hex = first.toString(16).padStart(2, '0')
  for (let index = start + 2; index < text.length; index += 4) {
    const bits = bitsOf(text, index, 4)
    if (bits < 0) return null
    hex += bits.toString(16).padStart(5, '0')
  }
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** Five bits per letter; negative when a character is invalid. */
function bitsOf(text: string, start: number, count: number): number {
  let bits = 0
  for (let index = start; index < start + count; index++) {
    const value = valueOf[text.charCodeAt(index)] ?? NO_LETTER
    if (value === NO_LETTER) return -1
    bits = bits * 32 + value
  }
  return bits
}

/** The contract's noun for ids whose prefix is an abbreviation. */
const NOUNS: Partial<Record<Prefix, string>> = {
  org: 'Organization',
  conv: 'Conversation',
  msg: 'Message',
  dlv: 'Delivery',
  txn: 'Transaction',
  rech: 'Recharge',
  inv: 'Invoice',
  plist: 'PriceList',
  evt: 'Event',
  sbx: 'SandboxMessage',
  camp: 'Campaign',
  pay: 'Payment',
  rfnd: 'Refund',
  claim: 'PaymentClaim',
  mand: 'Mandate',
  audit: 'AuditEntry',
  sdom: 'SenderDomain',
  dom: 'FormDomain',
  tmpl: 'Template',
  att: 'Attachment',
  quar: 'Quarantined',
  exp: 'Export',
  imp: 'Import',
  seg: 'Segment',
  whe: 'WebhookEndpoint',
  whd: 'WebhookDelivery',
  ntf: 'Notification',
  sub: 'Submission',
  sfile: 'SubmissionFile',
}

/** The name of the ids of this prefix in the contract: `ConversationId`. */
export function idName(prefix: Prefix): string {
  return `${NOUNS[prefix] ?? prefix.charAt(0).toUpperCase() + prefix.slice(1)}Id`
}

/** The text of a TypeID as a regular expression, for the contract. */
export function typeIdPattern(prefix: Prefix): string {
  return `^${prefix}_[0-7][0-9a-hjkmnp-tv-z]{25}$`
}
