// The host names that requests may use in addition to the host of PUBLIC_URL, and the parser of the Host header.

import { isIP } from 'node:net'
import { setting } from './setting.ts'
import type { Reader } from './setting-readers.ts'

export interface HostSettings {
  /** Normalized by `hostNameOf`. */
  allowedHosts: readonly string[]
}

/** A name, an IPv4 address, or an IPv6 address in brackets, with an optional port. */
const HOST_HEADER = /^(\[[0-9a-f:.]+\]|[^\s:[\]/?#@]+)(?::\d{1,5})?$/i

/** The host of a Host header in lower case, without the port; null if the header is invalid. */
export function hostNameOf(header: string): string | null {
  const name = HOST_HEADER.exec(header)?.[1]?.toLowerCase().replace(/\.$/, '')
  if (name === undefined || !name.startsWith('[')) return name || null
  // An IPv6 address has several spellings.
  return URL.canParse(`http://${name}`) ? new URL(`http://${name}`).hostname : null
}

/** A name or address without a port; IPv6 with or without brackets. */
function readHost(given: string): string {
  const isIpv6 = isIP(given) === 6
  const name = hostNameOf(isIpv6 ? `[${given}]` : given)
  if (name === null || name.includes('*') || (!isIpv6 && /:\d+$/.test(given)))
    throw new Error('must be names and addresses without ports, separated by commas: samvad.internal,10.0.0.7,fd00::7')
  return name
}

const hosts: Reader<readonly string[]> = (value) =>
  value
    .split(',')
    .flatMap((one) => one.trim() || [])
    .map(readHost)

export const hostSettings = {
  allowedHosts: setting(
    'SAMVAD_ALLOWED_HOSTS',
    '',
    'Additional host names and addresses of this installation, comma-separated, such as `samvad.internal,10.0.0.7`. A request is refused with 421 unless its `Host` is in this list, is the host of `PUBLIC_URL` or is `HOST`. If the program listens on loopback, `localhost`, `127.0.0.1` and `::1` are accepted too.',
    hosts,
  ),
}
