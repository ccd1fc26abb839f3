// Templates at the sandbox's Cloud API: created, changed, listed and deleted as at Meta. A signed webhook reports the
// decision as soon as the submitter has recorded the submission.

import { randomBytes } from 'node:crypto'
import type { App } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'
import { seconds } from '#kit/wire.ts'
import { componentsOf } from '#messaging/channels/app/template-payload.ts'
import { SANDBOX_REASON } from '#messaging/channels/app/template-review.ts'
import { numbered } from '#messaging/templates/at-provider.ts'
import { isRejectedInSandbox, readTemplate } from '#messaging/templates/rules.ts'
import { type FormError, formError } from './cloud-api-review.ts'
import { changeOf, postWebhook } from './cloud-api-webhook.ts'
import * as queries from './template-queries.ts'

const LISTED_MAX = 100
/** Delays between attempts to report the decision; after the last one it can only be queried. */
const TELL_AFTER_MS = [50, 100, 100, 200, 500, 1000, 2000, 5000, 10_000, 30_000]

interface GivenTemplate {
  category?: unknown
  components?: unknown
}

export interface CloudApiTemplates {
  list(organizationId: Uuid, name: string): Promise<object>
  /** Returns an error for a template that Meta would refuse at once. */
  make(organizationId: Uuid, given: GivenTemplate): object | FormError
  change(organizationId: Uuid, id: string, given: GivenTemplate): object | FormError
  close(): void
}

export function createCloudApiTemplates(app: App): CloudApiTemplates {
  const { database, clock, log } = app
  const timers = new Set<NodeJS.Timeout>()
  let isClosed = false

  function decideSoon(organizationId: Uuid, id: string, tries = 0): void {
    const afterMs = TELL_AFTER_MS[tries]
    if (isClosed || afterMs === undefined) return
    const timer = setTimeout(() => {
      timers.delete(timer)
      decide(organizationId, id).then(
        (isTold) => isTold || decideSoon(organizationId, id, tries + 1),
        (err: unknown) => {
          log.info({ err, organization_id: organizationId }, 'sandbox failed to send a template status; will retry')
          decideSoon(organizationId, id, tries + 1)
        },
      )
    }, afterMs)
    timers.add(timer)
  }

  async function decide(organizationId: Uuid, id: string): Promise<boolean> {
    const row = await database.reads.row<queries.NamedRow>(queries.recorded(organizationId, id))
    if (!row) return false
    const isBad = isRejectedInSandbox(row.name)
    const value = {
      event: isBad ? 'REJECTED' : 'APPROVED',
      message_template_id: Number(id),
      message_template_name: row.name,
      message_template_language: row.language,
      reason: isBad ? SANDBOX_REASON : 'NONE',
    }
    const time = seconds(clock())
    const fault = await postWebhook(app, organizationId, changeOf('message_template_status_update', value, { time }))
    if (fault !== null) throw fault
    return true
  }

  return {
    async list(organizationId, name) {
      const rows = await database.reads.rows<queries.ToldRow>(queries.told(organizationId, name, LISTED_MAX))
      return { data: rows.map(shown) }
    },
    make(organizationId, { category, components }) {
      const error = formError(components)
      if (error !== null) return error
      const id = String(randomBytes(6).readUIntBE(0, 6))
      decideSoon(organizationId, id)
      return { id, status: 'PENDING', category }
    },
    change(organizationId, id, { components }) {
      const error = formError(components)
      if (error !== null) return error
      decideSoon(organizationId, id)
      return { success: true }
    },
    close() {
      isClosed = true
      for (const timer of timers) clearTimeout(timer)
    },
  }
}

/** Files in headers are returned as URLs, like at Meta. */
const SHOWN_FILE = 'https://scontent.whatsapp.net/sandbox'

function shown({ provider_id: id, name, language, category, text, components }: queries.ToldRow): object {
  const read = readTemplate('app', { subject: null, text, html: null, components })
  if ('errors' in read) throw new Error('a template that cannot be read was stored')
  const isBad = isRejectedInSandbox(name)
  return {
    id,
    name,
    language,
    category: category.toUpperCase(),
    status: isBad ? 'REJECTED' : 'APPROVED',
    components: componentsOf(numbered(read), SHOWN_FILE),
    ...(isBad ? { rejected_reason: SANDBOX_REASON } : {}),
  }
}
