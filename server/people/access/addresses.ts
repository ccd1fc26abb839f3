// Addresses from which a token may be used: single ones and networks (CIDR), of both families. Pure.

import { BlockList, isIP } from 'node:net'

const IPV4_BITS = 32
const IPV6_BITS = 128
const MAPPED_IPV4 = '::ffff:'

/** The address or network in its stored form; null for anything else. */
export function readAllowedAddress(text: string): string | null {
  const match = /^([0-9a-fA-F.:]+)(?:\/(\d{1,3}))?$/.exec(text.trim())
  if (!match) return null
  const [, given, bits] = match as unknown as [string, string, string | undefined]
  const address = unmapped(given.toLowerCase())
  const family = isIP(address)
  if (family === 0) return null
  if (bits === undefined) return address
  // The first 96 bits of a mapped network are the prefix; such a network must be given as IPv4.
  if (address !== given.toLowerCase()) return null
  return Number(bits) <= (family === 4 ? IPV4_BITS : IPV6_BITS) ? `${address}/${Number(bits)}` : null
}

/** True when the whole address or network is within an entry of the list. */
export function isWithin(allowed: readonly string[], one: string): boolean {
  const [address, bits] = parts(one)
  return allowed.some((network) => {
    const [base, baseBits] = parts(network)
    if (isIP(base) !== isIP(address) || bits < baseBits) return false
    const list = new BlockList()
    list.addSubnet(base, baseBits, familyOf(base))
    return list.check(address, familyOf(address))
  })
}

function parts(text: string): [address: string, bits: number] {
  const [address, bits] = text.split('/') as [string, string?]
  return [address, bits === undefined ? (isIP(address) === 6 ? IPV6_BITS : IPV4_BITS) : Number(bits)]
}

function unmapped(address: string): string {
  const rest = address.startsWith(MAPPED_IPV4) ? address.slice(MAPPED_IPV4.length) : ''
  return isIP(rest) === 4 ? rest : address
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4'
}
