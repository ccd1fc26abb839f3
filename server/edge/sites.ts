// Host names of organizations. Under such a name only routes with `isOnSites` respond. The domain that owns the names
// resolves them. spec 23.45, 23.46.

import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { hostNameOf } from '#kit/host-settings.ts'
import type { Uuid } from '#kit/ids.ts'
import { type Refusal, refusal } from '#kit/refusals.ts'
import type { Settings } from '#kit/settings.ts'
import { isTrustedPeer } from '#kit/trusted-proxies.ts'
import { createHostCheck, type HostSource } from './hosts.ts'
import { LIVENESS_PATH, PROBE_PATHS } from './status.ts'

export interface Site {
  organizationId: Uuid
  host: string
  /** The URL that this request is redirected to; null when a route answers it. */
  redirectOf(method: string, url: string): string | null | Promise<string | null>
}

export type FindSite = (host: string) => Site | null | Promise<Site | null>

/** A name of the public DNS: with a dot, no empty part, and no address. */
const isPublicName = (name: string | null): name is string =>
  name !== null && /^[^.[]+(?:\.[^.]+)+$/.test(name) && !/\.[0-9]+$/.test(name)

/** The value of the last proxy when there are several. */
function forwardedHostOf({ headers, socket }: IncomingMessage, trustProxy: Settings['trustProxy']): string | null {
  const header = headers['x-forwarded-host']
  if (header === undefined || !isTrustedPeer(trustProxy, socket.remoteAddress ?? '')) return null
  return hostNameOf([header].flat().join(',').split(',').at(-1)?.trim() ?? '')
}

/** The addressee of a request: an organization's site, this installation (null), or a refusal. */
export type Addressee = Site | null | Refusal

/**
 * A host forwarded by a trusted proxy can only restrict: a request is for this installation as a whole if its Host is
 * and no proxy names a site.
 */
export function createAddressee(
  settings: HostSource & Pick<Settings, 'trustProxy'>,
  find: FindSite | undefined,
): (request: IncomingMessage) => Addressee | Promise<Addressee> {
  const hostFault = createHostCheck(settings)
  return (request) => {
    const fault = hostFault(request)
    const path = (request.url ?? '').split('?', 1)[0] as string
    // The liveness probe is answered under every name, without the database.
    if (find === undefined || path === LIVENESS_PATH) return fault
    const forwarded = forwardedHostOf(request, settings.trustProxy)
    const named = [forwarded, hostNameOf(request.headers.host ?? '')].filter(isPublicName)
    const names = named.filter((host) => hostFault({ headers: { host }, url: '' } as IncomingMessage) !== null)
    if (names.length === 0) return fault
    // Probes are answered whatever the database's state.
    return firstSite(names, find, fault).catch((error: unknown) => {
      if (PROBE_PATHS.includes(path)) return fault
      throw error
    })
  }
}

async function firstSite(names: readonly string[], find: FindSite, fault: Refusal | null): Promise<Addressee> {
  for (const name of names) {
    const site = await find(name)
    if (site !== null) return site
  }
  return fault
}

/** On a site, all other routes appear not to exist. */
export function refusalOnSite({ routeOptions }: FastifyRequest): Refusal | null {
  return routeOptions.config?.declared?.isOnSites ? null : refusal('not_found', 'nothing_at_address')
}
