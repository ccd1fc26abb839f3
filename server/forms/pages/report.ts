// The report page of a form: a visitor's report is sent to the installation's operators. spec 22.37.

import { escape } from '#edge/page.ts'
import type { PublicInput, Reply } from '#edge/route.ts'
import type { Site } from '#edge/sites.ts'
import { emit } from '#events/actions.ts'
import type { PublishedForm } from '#forms/definitions/published.ts'
import type { App } from '#kit/app.ts'
import { networkOf } from '#kit/networks.ts'
import { homesOf } from '#operators/rules.ts'
import { type OperatorHomeRow, operatorsWithHomes } from '#people/members/queries.ts'
import * as organizations from '#people/organizations/actions.ts'
import { formReported, type ReportReason, reportReasons } from './events.ts'
import { documentHtml, type Frame, frameOf, htmlReply } from './frame.ts'
import { languageOf } from './language.ts'
import { unknownPage } from './plain-pages.ts'
import type { PageWords } from './words.ts'

const HOMES_MAX = 1000
export const DETAILS_MAX = 1000
/** Reports of one network in an hour. */
export const REPORTS_MAX = 5
const HOUR_MS = 3600_000
/** Minimum interval between operator notifications about one form. */
const TELL_EVERY_MS = 10 * 60_000
const REMEMBERED_MAX = 10_000

type Request = Pick<PublicInput<unknown, unknown>, 'headers' | 'parameters' | 'query' | 'address' | 'body' | 'site'>
type Find = (slug: string, site: Site | undefined) => Promise<PublishedForm | null>

type Found = { reply: Reply } | { form: PublishedForm; frame: Frame }

export class Reports {
  readonly #app: App
  readonly #find: Find
  readonly #ofNetworks = new Map<string, number[]>()
  readonly #told = new Map<string, number>()

  constructor(app: App, find: Find) {
    this.#app = app
    this.#find = find
  }

  async show(request: Request): Promise<Reply> {
    const found = await this.#frameOf(request)
    return 'reply' in found ? found.reply : reportPage(found.frame)
  }

  async take(request: Request): Promise<Reply> {
    const found = await this.#frameOf(request)
    if ('reply' in found) return found.reply
    const { frame, form } = found
    const { reason, details } = (request.body ?? {}) as Record<string, unknown>
    const text = typeof details === 'string' ? details : ''
    const chosen = reportReasons.find((one) => one === reason)
    if (chosen === undefined) return reportPage(frame, { error: frame.words.reportChoose, details: text, status: 422 })
    if (!this.#mayReport(networkOf(request.address)))
      return reportPage(frame, { error: frame.words.reportTooMany, details: text, status: 429 })
    await this.#tell(form, chosen, text.toWellFormed().replaceAll('\0', '').trim().slice(0, DETAILS_MAX))
    const { reportTitle, reported } = frame.words
    const body = `<h1>${escape(reportTitle)}</h1><p class="note" role="status">${escape(reported)}</p>`
    return htmlReply(frame, documentHtml({ ...frame, title: reportTitle }, body))
  }

  async #frameOf({ parameters, query, headers, site }: Request): Promise<Found> {
    const form = await this.#find(parameters.slug ?? '', site)
    if (form === null) return { reply: unknownPage({ headers, site }) }
    const { lang } = query as Record<string, unknown>
    const language = languageOf(form.definition.settings, lang, headers['accept-language'])
    return { form, frame: frameOf(form, language, false) }
  }

  #mayReport(network: string): boolean {
    const now = this.#app.clock().getTime()
    const recent = (this.#ofNetworks.get(network) ?? []).filter((at) => at > now - HOUR_MS)
    if (recent.length >= REPORTS_MAX) return false
    if (this.#ofNetworks.size >= REMEMBERED_MAX) this.#ofNetworks.clear()
    this.#ofNetworks.set(network, [...recent, now])
    return true
  }

  async #tell(form: PublishedForm, reason: ReportReason, details: string): Promise<void> {
    const { database, clock, log } = this.#app
    const now = clock().getTime()
    log.warn({ form_id: form.form_id, organization_id: form.org_id, reason }, 'a form was reported')
    if ((this.#told.get(form.form_id) ?? Number.NEGATIVE_INFINITY) > now - TELL_EVERY_MS) return
    if (this.#told.size >= REMEMBERED_MAX) this.#told.clear()
    this.#told.set(form.form_id, now)
    for (const home of homesOf(await database.reads.rows<OperatorHomeRow>(operatorsWithHomes(HOMES_MAX))))
      await database.transaction(async (tx) => {
        await organizations.lock(tx, home)
        await emit(tx, home, clock(), [formReported(form, reason, details)])
      }, home)
  }
}

interface Typed {
  error: string
  details: string
  status: number
}

function reportPage(frame: Frame, typed?: Typed): Reply {
  const { words, form, language } = frame
  const options = reportReasons.map(
    (reason, at) =>
      `<label class="opt"><input type="radio" name="reason" id="r-${at}" value="${reason}"><span>${escape(words[`reason_${reason}` satisfies keyof PageWords])}</span></label>`,
  )
  const error = typed === undefined ? '' : `<p class="e" role="alert">${escape(typed.error)}</p>`
  const about = `${escape(frame.title)} · ${escape(form.organization)}<br>${escape(words.reportText)}`
  const body = `<h1>${escape(words.reportTitle)}</h1><p class="intro">${about}</p>
<form method="post" action="/f/${form.slug}/report?lang=${encodeURIComponent(language)}">
<fieldset class="q"><legend>${escape(words.reportReason)}</legend>${error}<div class="opts">${options.join('')}</div></fieldset>
<div class="q"><label class="l" for="details">${escape(words.reportDetails)} <span class="o">(${escape(words.optional)})</span></label><textarea class="i" id="details" name="details" rows="4" maxlength="${DETAILS_MAX}">
${escape(typed?.details ?? '')}</textarea></div>
<div class="acts"><button class="main">${escape(words.reportSend)}</button></div></form>`
  return htmlReply(frame, documentHtml({ ...frame, title: words.reportTitle }, body), typed?.status ?? 200)
}
