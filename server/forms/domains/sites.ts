// Verified form domains and how requests for them are served: cached in the process for a few seconds, like published
// forms. spec 23.48.

import type { Site } from '#edge/sites.ts'
import { createPublishedForms, eachOrTogether } from '#forms/definitions/published.ts'
import type { App } from '#kit/app.ts'
import { gathered } from '#kit/gathered.ts'
import type { Uuid } from '#kit/ids.ts'
import { Remembered } from '#kit/remembered.ts'
import type { OwnerRow, SiteRow } from './queries.ts'
import * as queries from './queries.ts'
import { asciiName, redirectOf, slugMovedIn } from './rules.ts'

/** Maximum delay until all processes apply a domain's change. */
export const SITES_KEPT_MS = 4000
const NAMES_KEPT_MAX = 20_000

/** Null for a name that no organization has verified. */
export type FindSite = (host: string) => Site | null | Promise<Site | null>

export function createSites(app: Pick<App, 'database' | 'settings' | 'clock'>): FindSite {
  const { database, settings } = app
  const findForm = createPublishedForms({ database })
  const isOwn: IsOwn = async (organizationId, slug) => (await findForm(slug, app.clock()))?.org_id === organizationId
  const read = gathered<string, Site>(async (names) => {
    const owners = await database.reads.rows<OwnerRow>(queries.owners(names))
    const rows = await eachOrTogether(owners, (some) => database.reads.rows<SiteRow>(queries.sites(some)))
    return new Map(rows.map((row) => [row.name, siteOf(row, settings, isOwn)] as const))
  })
  const sites = new Remembered<Site | null>(async (name, isAhead) => (await read(name, isAhead)) ?? null, {
    keptMs: SITES_KEPT_MS,
    keysMax: NAMES_KEPT_MAX,
  })
  return (host) => {
    const name = asciiName(host)
    return name === null ? null : sites.get(name)
  }
}

type IsOwn = (organizationId: Uuid, slug: string) => Promise<boolean>

function siteOf(row: SiteRow, settings: App['settings'], isOwn: IsOwn): Site {
  const { name, org_id: organizationId, root_slug, has_premium } = row
  const site = { rootSlug: root_slug, hasPremium: has_premium }
  return {
    organizationId,
    host: name,
    redirectOf(method, url) {
      const redirect = redirectOf(site, method, url, settings.publicUrl)
      const slug = redirect === null ? null : slugMovedIn(site, url)
      // Other organizations' forms are not found under this domain, with or without premium.
      return slug === null ? redirect : isOwn(organizationId, slug).then((isIt) => (isIt ? redirect : null))
    },
  }
}

/** True when a certificate may be requested for the name. Never cached: proxies check right after a verification. */
export function createIsProven({ database }: Pick<App, 'database'>): (name: string) => Promise<boolean> {
  const read = gathered<string, true>(async (names) => {
    const rows = await database.reads.rows<OwnerRow>(queries.owners(names))
    return new Map(rows.map(({ name }) => [name, true] as const))
  })
  return async (host) => {
    const name = asciiName(host)
    return name !== null && (await read(name)) === true
  }
}
