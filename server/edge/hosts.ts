// The Host headers that this installation accepts. A page of another site can make its own name resolve to this
// installation's address (DNS rebinding), and would then count as a page of this installation. spec 3.27.

import type { IncomingMessage } from 'node:http'
import { isOwnMachine } from '#kit/chosen-hosts.ts'
import { hostNameOf, hostSettings } from '#kit/host-settings.ts'
import { Refusal, refusal } from '#kit/refusals.ts'
import type { Settings } from '#kit/settings.ts'
import { PROBE_PATHS } from './status.ts'

const SHOWN_LENGTH_MAX = 100
const EVERYWHERE = ['0.0.0.0', '::']

export type HostSource = Pick<Settings, 'publicUrl' | 'host' | 'allowedHosts'>

/** True for the loopback names and addresses of this machine. */
const isLoopback = (name: string): boolean =>
  isOwnMachine(name) || name === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(name)

const written = (host: string): string => hostNameOf(host.includes(':') ? `[${host}]` : host) ?? ''

/** Refuses requests for other hosts; null for an accepted one. Probes may use any host. */
export function createHostCheck(settings: HostSource): (request: IncomingMessage) => Refusal | null {
  const { host, allowedHosts } = settings
  const isOnLoopback = EVERYWHERE.includes(host) || isLoopback(written(host))
  const listensOn = EVERYWHERE.includes(host) ? [] : [written(host)]
  const named = new Set([...allowedHosts, ...listensOn])
  let publicUrl = ''
  let publicName: string | null = null
  // Read late: the setting is final once the program listens, because the system may choose the port.
  const nameOfPublicUrl = () => {
    if (publicUrl !== settings.publicUrl) {
      publicUrl = settings.publicUrl
      publicName = hostNameOf(new URL(publicUrl).host)
    }
    return publicName
  }

  return ({ headers: { host: header }, url = '' }) => {
    // HTTP/1.0 has no Host; HTTP/1.1 without it was refused earlier.
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
