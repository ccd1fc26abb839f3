// The DNS records of a sender domain: what they should be, and their states. Sources: RFC 6376 (DKIM), RFC 7208 (SPF),
// RFC 7489 (DMARC).

export const purposes = ['proof', 'dkim', 'spf', 'dmarc'] as const
export type Purpose = (typeof purposes)[number]

/** `unchecked`: not looked up yet. `wrong`: there is a record with other content, or several. */
export const recordStates = ['unchecked', 'found', 'missing', 'wrong'] as const
export type RecordState = (typeof recordStates)[number]

/** How long the record of an earlier key must stay: mail signed with it may still be in transit. */
export const OVERLAP_MS = 7 * 24 * 3600 * 1000

export interface DnsRecord {
  purpose: Purpose
  name: string
  value: string
  /** Without it nothing is signed; the other records are recommendations. */
  required: boolean
}

export interface DomainKey {
  selector: string
  public_key: string
  seen_at: Date | null
  created_at: Date
}

export interface DomainOfRecords {
  name: string
  proof: string
  /** Newest first. */
  keys: readonly DomainKey[]
}

/** `sendingHost`: the mail server of the organization's account, if it has one. */
export function recordsOf({ name, proof, keys }: DomainOfRecords, sendingHost: string | null): DnsRecord[] {
  const signing = signingKey(keys)
  return [
    { purpose: 'proof', name: `_samvad.${name}`, value: proofText(proof), required: true },
    ...keys.map((key) => ({
      purpose: 'dkim' as const,
      name: dkimName(key.selector, name),
      value: `v=DKIM1; k=rsa; p=${key.public_key}`,
      // Records of keys before the signing one are needed only for mail in transit.
      required: signing === undefined || key.created_at >= signing.created_at,
    })),
    {
      purpose: 'spf',
      name,
      value: `v=spf1 ${sendingHost === null ? 'mx' : `a:${sendingHost}`} ~all`,
      required: false,
    },
    {
      purpose: 'dmarc',
      name: `_dmarc.${name}`,
      value: `v=DMARC1; p=none; rua=mailto:postmaster@${name}`,
      required: false,
    },
  ]
}

export const proofText = (proof: string): string => `samvad-proof=${proof}`
export const dkimName = (selector: string, name: string): string => `${selector}._domainkey.${name}`

/** The newest key whose record exists: signing with an unpublished key would make every mail look forged. */
export function signingKey<Key extends DomainKey>(keys: readonly Key[]): Key | undefined {
  return keys.find(({ seen_at }) => seen_at !== null)
}

/** RFC 5321 §4.5.1: a domain that receives mail must accept mail for its postmaster. */
const POSTMASTER = 'postmaster'
/** In the list of received addresses: any local part. */
export const EVERYTHING = '*'

/** `receives`: in lower case. Nothing is received until it is configured. */
export function isReceived(localPart: string, receives: readonly string[]): boolean {
  const name = localPart.toLowerCase()
  if (receives.length === 0 || name === '') return false
  return name === POSTMASTER || receives.includes(EVERYTHING) || receives.includes(name)
}

/** The record's state, by all texts at its name. */
export function stateOf({ purpose, value }: DnsRecord, texts: readonly string[]): RecordState {
  const beginning = { proof: value, dkim: '', spf: 'v=spf1', dmarc: 'v=dmarc1' }[purpose]
  const mine = texts.filter((text) => {
    const said = text.trim().toLowerCase()
    return purpose === 'spf' ? /^v=spf1( |$)/.test(said) : said.startsWith(beginning.toLowerCase())
  })
  if (mine.length === 0) return 'missing'
  if (purpose === 'proof') return mine.some((text) => text.trim() === value) ? 'found' : 'wrong'
  if (purpose === 'dkim') return mine.some((text) => keyIn(text) === keyIn(value)) ? 'found' : 'wrong'
  // Several records invalidate each other: RFC 7208 §4.5, RFC 7489 §6.6.3.
  return mine.length === 1 ? 'found' : 'wrong'
}

/** RFC 6376 §3.6.1: white space in the key and the order of the tags are insignificant. */
function keyIn(text: string): string {
  return /(?:^|;)\s*p=([^;]*)/.exec(text)?.[1]?.replace(/\s+/g, '') ?? ''
}
