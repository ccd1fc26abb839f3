// Calls to addresses that users choose: they must not reach this machine, its network or its cloud's internal services,
// unless the installation allows it. The address actually connected to is checked, after name resolution. Source: the
// IANA registries of special-purpose addresses (RFC 6890 and its updates).

import { lookup } from 'node:dns/promises'
import { BlockList, connect, isIP, type Socket } from 'node:net'

const SPECIAL_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]
// Within global unicast (2000::/3): protocol assignments, documentation, and 6to4, which contains an IPv4 address.
const SPECIAL_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

const special = listOf([...SPECIAL_IPV4, ...SPECIAL_IPV6])
const globalIpv6 = listOf(['2000::/3'])
const IPV4_IN_IPV6 = /^::ffff:(?:(\d+\.\d+\.\d+\.\d+)|([0-9a-f]{1,4}):([0-9a-f]{1,4}))$/i

export function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const family = isIP(address)
  return (
    family !== 0 &&
    more.length === 0 &&
    (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128)))
  )
}

/** True when an IP address may be called: a public one, or one in an allowed network. */
export type MayReach = (address: string) => boolean

export function createReach(allowedNetworks: readonly string[]): MayReach {
  const allowed = listOf(allowedNetworks)
  return (address) => {
    const plain = withoutIpv6Wrapping(address)
    const version = isIP(plain)
    if (version === 0) return false
    const family = version === 4 ? 'ipv4' : 'ipv6'
    if (allowed.check(plain, family)) return true
    return !special.check(plain, family) && (version === 4 || globalIpv6.check(plain, family))
  }
}

export class UnreachableByRule extends Error {
  readonly host: string
  constructor(host: string) {
    super(`${host} is not a public address, and this installation does not allow its network`)
    this.host = host
  }
}

export class NoConnectionInTime extends Error {
  readonly host: string
  constructor(host: string, timeoutMs: number) {
    super(`no connection to ${host} within ${timeoutMs} ms`)
    this.host = host
  }
}

export interface Found {
  address: string
  family: number
}

const lookUp = (host: string): Promise<Found[]> => lookup(host, { all: true })

/** Connects to a user-supplied host. Throws UnreachableByRule when none of its addresses may be called. */
export async function dial(
  host: string,
  port: number,
  mayReach: MayReach,
  timeoutMs: number,
  find = lookUp,
): Promise<Socket> {
  const found = isIP(host) ? [{ address: host, family: isIP(host) }] : await find(host)
  const reachable = found.filter(({ address }) => mayReach(address))
  if (reachable.length === 0) throw new UnreachableByRule(host)
  return new Promise((resolve, reject) => {
    const [first] = reachable as [(typeof reachable)[number]]
    const socket = connect({
      // A name, because `lookup` is not called for a literal address.
      host: 'checked.invalid',
      port,
      autoSelectFamily: true,
      lookup: (_name, { all }, done) => (all ? done(null, reachable) : done(null, first.address, first.family)),
    })
    const timer = setTimeout(() => socket.destroy(new NoConnectionInTime(host, timeoutMs)), timeoutMs)
    socket.once('error', (error) => {
      clearTimeout(timer)
      reject(error)
    })
    socket.once('connect', () => {
      clearTimeout(timer)
      socket.removeAllListeners('error')
      // It may be reset before its user listens, and an unhandled error ends the process.
      socket.on('error', () => {})
      if (mayReach(socket.remoteAddress ?? '')) return resolve(socket)
      socket.destroy()
      reject(new UnreachableByRule(host))
    })
  })
}

/** The IPv4 address inside an IPv4-mapped IPv6 address, as some sockets and proxies write it; others unchanged. */
export function withoutIpv6Wrapping(address: string): string {
  const match = IPV4_IN_IPV6.exec(address)
  if (!match) return address
  if (match[1]) return match[1]
  const [high, low] = [Number.parseInt(match[2] as string, 16), Number.parseInt(match[3] as string, 16)]
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

/** A caller's address for counting: for IPv6 the /64 network, because every subscriber has at least one. */
export function networkOf(address: string): string {
  const plain = withoutIpv6Wrapping(address)
  if (isIP(plain) !== 6) return plain
  const [head, tail] = (plain.split('%')[0] as string).toLowerCase().split('::') as [string, string?]
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  // An IPv4 tail represents two groups, neither of them among the first four.
  const width = 8 - before.length - after.length - (after.at(-1)?.includes('.') ? 1 : 0)
  const groups = tail === undefined ? before : [...before, ...Array(Math.max(width, 0)).fill('0'), ...after]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

export function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const one of networks) {
    const [address, bits] = one.split('/') as [string, string?]
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return list
}
