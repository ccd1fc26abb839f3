// A visit to a form: its first page, each submitted page, and the submission at the end.

import type { Reply } from '#edge/route.ts'
import type { Site } from '#edge/sites.ts'
import { TooManyParts } from '#edge/streamed-form.ts'
import type { AnswersRead } from '#forms/definitions/answers.ts'
import { type FormDefinition, pagesOf } from '#forms/definitions/definition.ts'
import type { FileAnswer } from '#forms/definitions/holds.ts'
import { createPublishedForms, type FindPublished, type PublishedForm } from '#forms/definitions/published.ts'
import { versionOf } from '#forms/submissions/versions.ts'
import type { App } from '#kit/app.ts'
import { networkOf } from '#kit/networks.ts'
import { Refusal } from '#kit/refusals.ts'
import { gatedStore } from '#messaging/attachments/store/stores.ts'
import { AbuseWatch } from './abuse.ts'
import { STATE_PLACE } from './form-html.ts'
import { frameOf, htmlReply } from './frame.ts'
import { languageOf } from './language.ts'
import { firstPage, visitHtml } from './page-cache.ts'
import { challengePage, closedPage, tooManyPage, unknownPage } from './plain-pages.ts'
import { isProof } from './proof-of-work.ts'
import { isPrefetch, keyOf, type Request, textOf, thanks } from './request.ts'
import type { FormPageSeams } from './seams.ts'
import { FIELDS_MAX, type Pairs, pairsOf, type SentForm, sentFormOf } from './sent-form.ts'
import { originOf, sourceOf } from './source.ts'
import { createStates, newVisit, nonceOf, type States, type VisitState } from './state.ts'
import { FormUploads, type UploadVisit } from './uploads.ts'
import { hiddenValues, readUpTo, stepOf, takeOver } from './visit.ts'
import { submissionDetails, VisitCounts } from './visit-counts.ts'

/** Faster than a person can read and fill in a form of one question: stored as spam. */
export const FILLED_IN_MS = 1_500

export class Visits {
  readonly #app: App
  readonly #seams: FormPageSeams
  #find: FindPublished | undefined
  readonly #states: States
  readonly #uploads: FormUploads
  readonly #watch = new AbuseWatch()
  readonly #counts: VisitCounts

  constructor(app: App, seams: FormPageSeams) {
    this.#app = app
    this.#seams = seams
    this.#counts = new VisitCounts(seams)
    this.#states = createStates(app.sealer)
    this.#uploads = new FormUploads(app, gatedStore(app))
  }

  /** An organization's domain serves only its own forms. */
  async find(slug: string, site?: Site): Promise<PublishedForm | null> {
    // Routes are declared without a database.
    this.#find ??= createPublishedForms(this.#app)
    const form = await this.#find(slug, this.#app.clock())
    return site === undefined || form?.org_id === site.organizationId ? form : null
  }

  async begin({ headers, parameters, query, isHead, site }: Request): Promise<Reply> {
    const form = await this.find(parameters.slug ?? '', site)
    if (form === null) return unknownPage({ headers, site })
    const asked = query as Record<string, unknown>
    const language = languageOf(form.definition.settings, asked.lang, headers['accept-language'])
    const isEmbedded = asked.embed === '1'
    if (form.state !== 'open') return closedPage(frameOf(form, language, isEmbedded), form.state)
    const now = this.#app.clock()
    const ownHost = site?.host ?? new URL(this.#app.settings.publicUrl).host
    const origin = originOf(asked, textOf(headers.referer), ownHost)
    const state = newVisit(form.version, now, {
      language,
      isEmbedded,
      source: sourceOf(origin),
      origin: Object.keys(origin).length > 0 ? origin : undefined,
      values: hiddenValues(form.definition, asked),
    })
    if (!isHead && !isPrefetch(headers)) this.#counts.view(form, state, headers, now)
    const html = firstPage(form, state, this.#states.seal(keyOf(form), state, now), now)
    return htmlReply(frameOf(form, language, isEmbedded), html)
  }

  /** Sent by the script at the first input, and when the page is left. */
  async start({ headers, parameters, rawBody, site }: Request): Promise<void> {
    const form = await this.find(parameters.slug ?? '', site)
    if (form === null || form.state !== 'open') return
    const now = this.#app.clock()
    const [sealed, last, before] = rawBody.toString('latin1').split(' ')
    const state = this.#states.open(keyOf(form), sealed, now)
    if (state === null) return
    if (!state.isStartCounted) this.#counts.start(form, state, headers, now)
    const definition = last ? await this.#definitionOf(form, state) : null
    if (definition !== null) this.#counts.left(form, definition, state, headers, { last, before })
  }

  async send(request: Request): Promise<Reply> {
    const { headers, parameters, query, site } = request
    const form = await this.find(parameters.slug ?? '', site)
    if (form === null) return this.#unreadReply(request, unknownPage(request))
    const sent = await this.#read(request, form)
    const asked = query as Record<string, unknown>
    const guessed = languageOf(form.definition.settings, asked.lang, headers['accept-language'])
    if (sent === null) return tooManyPage(frameOf(form, guessed, false))
    const now = this.#app.clock()
    const opened = this.#states.open(keyOf(form), sent.sealed, now)
    if (opened === null) return this.#afresh(form, sent, guessed, now)
    const definition = await this.#definitionOf(form, opened)
    if (definition === null) return this.#afresh(form, sent, opened.language, now, opened)
    return this.#goOn(form, definition, opened, sent, request, now)
  }

  async #goOn(
    form: PublishedForm,
    definition: FormDefinition,
    state: VisitState,
    sent: SentForm,
    request: Request,
    now: Date,
  ): Promise<Reply> {
    const shown = { ...form, definition }
    if (sent.act !== 'proof') takeOver(state, definition, sent)
    if (sent.isTrapped) state.isTrapped = true
    if (!state.isStartCounted && !sent.isStartCounted) this.#counts.start(form, state, request.headers, now)
    state.isStartCounted = true
    if (sent.language !== undefined && definition.settings.languages.includes(sent.language)) {
      state.language = sent.language
      sent.act = 'stay'
    }
    const [, key, fileId] = /^remove:([a-z0-9_]+):([0-9a-f-]+)$/.exec(sent.act) ?? []
    if (key !== undefined && fileId !== undefined) {
      await this.#remove(form, state, key, fileId)
      sent.act = 'stay'
    }
    if (form.state !== 'open') {
      // A second click on the last submission that the form accepted, or a retry after a lost response.
      if (await this.#seams.isStored({ org_id: form.org_id, nonce: nonceOf(state) })) return thanks(form, state)
      return closedPage(this.#frame(shown, state), form.state, { state, definition })
    }
    const step = sent.act === 'proof' ? this.#proven(state, definition, now) : stepOf(state, definition, sent, now)
    if (step.kind === 'submit') {
      const lost = await this.#uploads.lostOf(keyOf(form), state, definition, step.read.shownKeys)
      if (lost !== null) return this.#show(shown, state, now, lost)
      return this.#submit(shown, state, step.read, sent, request, now)
    }
    state.page = step.page
    this.#counts.moved(form, definition, state, request.headers, sent.lastReported)
    const { revealed } = this.#frame(shown, state).words
    const notice = 'isRevealed' in step && step.isRevealed ? revealed : undefined
    return this.#show(shown, state, now, { errors: step.errors, status: step.errors.size > 0 ? 422 : 200, notice })
  }

  /** The answers on a challenge page were validated already; any other state is validated again. */
  #proven(state: VisitState, definition: FormDefinition, now: Date) {
    const read = readUpTo(state, definition, now)
    if (state.challenge && read.errors.length === 0) return { kind: 'submit', read } as const
    return { kind: 'show', page: state.page, errors: new Map<string, string>() } as const
  }

  async #submit(
    form: PublishedForm,
    state: VisitState,
    { answers, shownKeys }: AnswersRead,
    sent: SentForm,
    { address, headers }: Request,
    now: Date,
  ): Promise<Reply> {
    const frame = this.#frame(form, state)
    const isSpam = state.isTrapped === true || now.getTime() - state.startedAt < FILLED_IN_MS
    if (!this.#mayPass(form, state, sent, networkOf(address), isSpam, now))
      return challengePage(frame, this.#states.seal(keyOf(form), state, now), state, now)
    const parts = Object.values(answers).flatMap<string | FileAnswer>((one) => (Array.isArray(one) ? one : []))
    try {
      const { outcome } = await this.#seams.submit({
        org_id: form.org_id,
        form_id: form.form_id,
        version: state.version,
        nonce: nonceOf(state),
        language: state.language,
        answers,
        shown_keys: shownKeys,
        source: state.source,
        details: submissionDetails(state, headers, now),
        file_ids: parts.flatMap((one) => (typeof one === 'string' ? [] : [one.id])),
        is_spam: isSpam,
        under_attack: this.#watch.isUnderAttack(form.form_id, now.getTime()),
        submitted_at: now,
      })
      if (outcome === 'stored') this.#counts.ended(form, form.definition, state, headers, sent.lastReported)
      if (outcome === 'stored' || outcome === 'duplicate') return thanks(form, state)
      const why = outcome === 'unavailable' ? 'gone' : outcome
      return closedPage(frame, why, { state, definition: form.definition })
    } catch (error) {
      if (!(error instanceof Refusal)) this.#app.log.error({ err: error }, 'a submission could not be stored')
      return this.#show(form, state, now, { status: 503, notice: frame.words.unavailable })
    }
  }

  #mayPass(
    form: PublishedForm,
    state: VisitState,
    sent: SentForm,
    network: string,
    isSpam: boolean,
    now: Date,
  ): boolean {
    const { challenge, nonce } = state
    if (challenge !== undefined)
      return isProof(nonce, challenge.bits, sent.proof) || now.getTime() >= challenge.notBefore
    const posed = this.#watch.admit(form.form_id, network, isSpam, now.getTime())
    if (posed !== null) state.challenge = posed
    return posed === null
  }

  /**
   * Returns the input on a current page when the state is missing, altered or expired, or its version no longer exists.
   */
  #afresh(form: PublishedForm, sent: SentForm, language: string, now: Date, former?: VisitState): Reply {
    const state = newVisit(form.version, now, {
      language,
      isEmbedded: former?.isEmbedded ?? false,
      source: former?.source ?? '',
      origin: former?.origin,
      values: { ...former?.values },
    })
    const typed = (pagesOf(form.definition)[0]?.fields ?? []).flatMap(({ key, type }) => {
      const values = type === 'hidden' ? undefined : sent.values.get(key)
      return values === undefined ? [] : [[key, [...values]] as const]
    })
    Object.assign(state.values, Object.fromEntries(typed))
    state.isStartCounted = true
    const frame = this.#frame(form, state)
    if (form.state !== 'open') return closedPage(frame, form.state, { state, definition: form.definition })
    const { expired, changed } = frame.words
    return this.#show(form, state, now, { status: 422, notice: former === undefined ? expired : changed })
  }

  #show(
    form: PublishedForm,
    state: VisitState,
    now: Date,
    {
      errors = new Map(),
      status,
      notice,
    }: { errors?: Map<string, string>; status: number; notice?: string | undefined },
  ): Reply {
    const frame = this.#frame(form, state)
    const html = visitHtml(frame, state, errors, now, notice)
    const sealed = this.#states.seal(keyOf(form), state, now)
    return htmlReply(
      frame,
      html.replace(STATE_PLACE, () => sealed),
      status,
    )
  }

  #frame = (form: PublishedForm, { language, isEmbedded }: VisitState) => frameOf(form, language, isEmbedded)

  /** Null when the version that the visitor filled in does not exist. */
  async #definitionOf(form: PublishedForm, { version }: VisitState): Promise<FormDefinition | null> {
    if (version === form.version) return form.definition
    const { org_id, form_id } = form
    const found = await versionOf(this.#app.database.reads, { org_id, form_id, version })
    return found?.definition ?? null
  }

  async #remove(form: PublishedForm, state: VisitState, key: string, id: string): Promise<void> {
    const kept = state.files[key] ?? []
    if (!kept.some((file) => file.id === id)) return
    state.files[key] = kept.filter((file) => file.id !== id)
    await this.#uploads.remove(keyOf(form), id)
  }

  /** Null: larger than any page of a form. */
  async #read({ rawBody, stream }: Request, form: PublishedForm): Promise<SentForm | null> {
    if (stream === undefined) {
      const pairs = pairsOf(rawBody)
      return pairs && sentFormOf(pairs)
    }
    try {
      const read = await this.#uploads.read(stream, FIELDS_MAX, (pairs) => this.#uploadVisit(form, pairs))
      return sentFormOf(read.fields, read.files, read.faults)
    } catch (error) {
      if (error instanceof TooManyParts) return null
      throw error
    }
  }

  #uploadVisit(form: PublishedForm, pairs: Pairs): UploadVisit | null {
    const [, sealed] = pairs.find(([name]) => name === '_state') ?? []
    const state = this.#states.open(keyOf(form), sealed, this.#app.clock())
    // Files uploaded for an older version are requested again.
    if (state === null || state.version !== form.version || form.state !== 'open') return null
    const page = pagesOf(form.definition)[state.page]?.fields ?? []
    return { form: keyOf(form), definition: form.definition, page, kept: state.files }
  }

  #unreadReply({ stream }: Request, reply: Reply): Reply {
    stream?.resume()
    return reply
  }
}
