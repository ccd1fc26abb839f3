// Which Host headers this installation answers under. A page of another site can make its own name lead to the address
// of this installation (DNS rebinding); it would then count as a page of this installation. spec 3.27.

import type { IncomingMessage } from 'node:http'
import { isOwnMachine } from '#kit/chosen-hosts.ts'
import { hostNameOf, hostSettings } from '#kit/host-settings.ts'
import { Refusal, refusal } from '#kit/refusals.ts'
import type { Settings } from '#kit/settings.ts'
import { PROBE_PATHS } from './status.ts'

const SHOWN_LENGTH_MAX = 100
const EVERYWHERE = ['0.0.0.0', '::']

export type HostSource = Pick<Settings, 'publicUrl' | 'host' | 'allowedHosts'>

/** True of the names and addresses of this machine's loopback. */
const isLoopback = (name: string): boolean =>
  isOwnMachine(name) || name === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(name)

const written = (host: string): string => hostNameOf(host.includes(':') ? `[${host}]` : host) ?? ''

/** Refuses a request for a host that is not this installation; null where it is. Probes may use any host. */
export function createHostCheck(settings: HostSource): (request: IncomingMessage) => Refusal | null {
  const { host, allowedHosts } = settings
  const isOnLoopback = EVERYWHERE.includes(host) || isLoopback(written(host))
  const listensOn = EVERYWHERE.includes(host) ? [] : [written(host)]
  const named = new Set([...allowedHosts, ...listensOn])
  let publicUrl = ''
  let publicName: string | null = null
  // The setting is final once the program listens: the system may choose the port.
  const nameOfPublicUrl = () => {
    if (publicUrl !== settings.publicUrl) {
      publicUrl = settings.publicUrl
      publicName = hostNameOf(new URL(publicUrl).host)
    }
    return publicName
  }

  return ({ headers: { host: header }, url = '' }) => {
    // HTTP/1.0 has no Host; HTTP/1.1 without it was refused before.
    if (header === undefined) return null
    const name = hostNameOf(header)
    const isOurs =
      name !== null && (named.has(name) || (isOnLoopback && isLoopback(name)) || name === nameOfPublicUrl())
    if (isOurs || PROBE_PATHS.includes(url.split('?', 1)[0] as string)) return null
    const shown = header.slice(0, SHOWN_LENGTH_MAX)
    return refusal('misdirected_request', 'host_not_served', {
      host: shown,
      setting: hostSettings.allowedHosts.name,
    })
  }
}
