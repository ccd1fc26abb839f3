// Which proxies in front are believed when they say who calls: SAMVAD_TRUST_PROXY.

import { isNetwork } from './networks.ts'

export type TrustedProxies = false | number | readonly string[]
const HOPS_MAX = 10
/** As proxy-addr names them. */
const NAMED_NETWORKS = ['loopback', 'linklocal', 'uniquelocal']
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
  // Everybody is not a proxy.
  const isProxy = (one: string) => NAMED_NETWORKS.includes(one) || (isNetwork(one) && !/\/0+$/.test(one))
  if (!given.every(isProxy))
    throw new Error(
      `must be a number of proxies, or addresses and networks such as 10.0.0.0/8, fd00::/8 or ${NAMED_NETWORKS.join(', ')}, separated by commas`,
    )
  return given
}
