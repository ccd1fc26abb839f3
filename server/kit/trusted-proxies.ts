// The reverse proxies whose forwarded addresses are trusted: SAMVAD_TRUST_PROXY.

import type { BlockList } from 'node:net'
import { isIP } from 'node:net'
import { isNetwork, listOf, withoutIpv6Wrapping } from './networks.ts'

export type TrustedProxies = false | number | readonly string[]
const HOPS_MAX = 10
/** As named by proxy-addr. */
const NETWORKS_BY_NAME: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}
const NAMED_NETWORKS = Object.keys(NETWORKS_BY_NAME)

export function readTrustedProxies(value: string): TrustedProxies {
  if (['', '0', 'false'].includes(value)) return false
  if (value === 'true')
    throw new Error(
      'the leftmost address can be forged by any client; set the number of proxies, such as 1, or their networks, such as 10.0.0.0/8 or loopback',
    )
  if (/^\d+$/.test(value)) {
    if (Number(value) <= HOPS_MAX) return Number(value)
    throw new Error(`must be at most ${HOPS_MAX} proxies`)
  }
  const given = value.split(',').flatMap((one) => one.trim() || [])
  // A network that contains every address is refused.
  const isProxy = (one: string) => NAMED_NETWORKS.includes(one) || (isNetwork(one) && !/\/0+$/.test(one))
  if (!given.every(isProxy))
    throw new Error(
      `must be a number of proxies, or addresses and networks such as 10.0.0.0/8, fd00::/8 or ${NAMED_NETWORKS.join(', ')}, separated by commas`,
    )
  return given
}

const loopback = listOf(NETWORKS_BY_NAME.loopback ?? [])
const listed = new WeakMap<readonly string[], BlockList>()

function isIn(list: BlockList, address: string): boolean {
  const plain = withoutIpv6Wrapping(address)
  const version = isIP(plain)
  return version !== 0 && list.check(plain, version === 4 ? 'ipv4' : 'ipv6')
}

/** True for programs on this machine. */
export const isLoopbackAddress = (address: string): boolean => isIn(loopback, address)

/** True for a proxy that is configured by address or network. A number of proxies identifies none. */
export function isNamedProxy(trusted: TrustedProxies, address: string): boolean {
  if (typeof trusted !== 'object') return false
  let list = listed.get(trusted)
  if (list === undefined) {
    list = listOf(trusted.flatMap((one) => NETWORKS_BY_NAME[one] ?? [one]))
    listed.set(trusted, list)
  }
  return isIn(list, address)
}

/** True when the connecting peer is trusted; with a number of proxies, the last of them connects. */
export const isTrustedPeer = (trusted: TrustedProxies, address: string): boolean =>
  typeof trusted === 'number' ? trusted > 0 : isNamedProxy(trusted, address)
