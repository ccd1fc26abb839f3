// Cache of the templates that messages are made from. An estimate may use one that was paused some seconds ago; a send
// is checked by its flush (sending/stale-templates.ts). Unusable templates are read again each time.

import type { App } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'
import { Remembered } from '#kit/remembered.ts'
import type { AttachedRow } from '#messaging/attachments/queries.ts'
import type { OutboundTemplate } from '#messaging/channels/adapter.ts'
import type { ChannelName } from '#messaging/channels/channel.ts'
import type { Category } from '#messaging/channels/template-rules.ts'
import { outboundComponents, parametersOf } from './at-provider.ts'
import type { UsedRow, VersionRow } from './queries.ts'
import * as queries from './queries.ts'
import { type ReadTemplate, readTemplate, type TemplateSource, type TemplateStatus, type Variables } from './rules.ts'

/** Maximum age of data in an estimate: less than 5 seconds. */
const KEPT_MS = 3000
const TEMPLATES_MAX = 5000
/** A version that messages were made from never changes. */
const VERSION_KEPT_MS = 600_000
const VERSIONS_MAX = 1000

/** A template with the version that messages are made from. */
export interface UsedTemplate {
  id: Uuid
  name: string
  channel: ChannelName
  /** As written and registered in the version in use; null when there is none. */
  category: Category | null
  registeredId: string | null
  header: string | null
  text: string | null
  /** The file of its header; null when it has none. */
  file: AttachedRow | null
  /** Null when no version can be used; `status` is then that of the version in use, or null when none was approved. */
  version: number | null
  read: ReadTemplate | null
  status: TemplateStatus | null
}

export interface UsedTemplates {
  (organizationId: Uuid, id: Uuid, language: string | null): UsedTemplate | null | Promise<UsedTemplate | null>
  /** The next caller gets the current template. */
  forget(organizationId: Uuid, id: Uuid): void
}

/** The template, or with a requested language the one of the same name in it, if there is one. Null when not found. */
export function createUsedTemplates(app: App): UsedTemplates {
  const limits = { keptMs: KEPT_MS, keysMax: TEMPLATES_MAX }
  const byId = new Remembered<UsedTemplate | null>(async (key) => {
    const [organizationId, id] = key.split(' ') as [Uuid, Uuid]
    const row = await app.database.reads.row<UsedRow>(queries.used(organizationId, id))
    return row ? usedOf(row) : null
  }, limits)
  const inLanguages = new Remembered<ReadonlyMap<string, Uuid>>(async (key) => {
    const [organizationId, id] = key.split(' ') as [Uuid, Uuid]
    const rows = await app.database.reads.rows<{ language: string; id: Uuid }>(queries.siblings(organizationId, id))
    return new Map(rows.map((row) => [row.language, row.id]))
  }, limits)
  const find = (organizationId: Uuid, id: Uuid) =>
    byId.get(`${organizationId} ${id}`, (found) => found !== null && found.version !== null)

  const used = (organizationId: Uuid, id: Uuid, language: string | null) => {
    if (language === null) return find(organizationId, id)
    const languages = inLanguages.get(`${organizationId} ${id}`, (all) => all.has(language))
    const inLanguage = (all: ReadonlyMap<string, Uuid>) => find(organizationId, all.get(language) ?? id)
    return languages instanceof Promise ? languages.then(inLanguage) : inLanguage(languages)
  }
  return Object.assign(used, {
    forget(organizationId: Uuid, id: Uuid) {
      for (const remembered of [byId, inLanguages]) remembered.forget(`${organizationId} ${id}`)
    },
  })
}

function usedOf({
  id,
  name,
  channel,
  version,
  status,
  category,
  registered_id,
  header,
  header_file: file,
  ...content
}: UsedRow): UsedTemplate {
  const common = { id, name, channel, category, registeredId: registered_id, header, text: content.text, file }
  if (version === null || status !== 'approved') {
    return { ...common, version: null, read: null, status: version === null ? null : status }
  }
  return { ...common, version, read: readStored(channel, content), status }
}

/** It was validated when it was written. */
function readStored(channel: ChannelName, content: TemplateSource): ReadTemplate {
  const read = readTemplate(channel, content)
  if ('errors' in read) throw new Error('a template that cannot be read was stored')
  return read
}

/** The template data of a message for its adapter, and the file of its header. */
export interface MadeTemplate {
  template: OutboundTemplate
  file: AttachedRow | null
}

export type OutboundTemplates = (
  organizationId: Uuid,
  made: { id: Uuid; version: number; variables: Variables },
) => MadeTemplate | Promise<MadeTemplate>

type StoredVersion = Omit<VersionRow, keyof TemplateSource> & { read: ReadTemplate }

export function createOutboundTemplates(app: App): OutboundTemplates {
  const versions = new Remembered<StoredVersion>(
    async (key) => {
      const [organizationId, id, version] = key.split(' ') as [Uuid, Uuid, string]
      const row = await app.database.reads.row<VersionRow>(queries.versionOf(organizationId, id, Number(version)))
      if (!row) throw new Error('a message was made from a template that is not there')
      const { subject, text, html, components, ...stored } = row
      return { ...stored, read: readStored(row.channel, { subject, text, html, components }) }
    },
    { keptMs: VERSION_KEPT_MS, keysMax: VERSIONS_MAX },
  )
  return (organizationId, { id, version, variables }) => {
    const filled = ({
      name,
      language,
      category,
      registered_id,
      header,
      header_file: file,
      provider_parameters,
      read,
    }: StoredVersion): MadeTemplate => ({
      template: {
        id,
        name,
        language,
        category,
        registeredId: registered_id,
        header,
        parameters: parametersOf(read, variables, provider_parameters),
        components: read.components && outboundComponents(read.components, variables),
      },
      file,
    })
    const found = versions.get(`${organizationId} ${id} ${version}`)
    return found instanceof Promise ? found.then(filled) : filled(found)
  }
}
