// The public routes of forms: pages for people, without a token. spec 22.20.

import { direct, ok, open, type Reply, type Route } from '#edge/route.ts'
import { FILE_BYTES_MAX } from '#forms/definitions/limits.ts'
import type { App } from '#kit/app.ts'
import { refusal } from '#kit/refusals.ts'
import { frameOf } from './frame.ts'
import { languageOf } from './language.ts'
import { thanksPage, unknownPage } from './plain-pages.ts'
import { FormPreview, FormPreviewRequest, preview } from './preview.ts'
import { Reports } from './report.ts'
import { EMBED_SCRIPT } from './script.ts'
import type { FormPageSeams } from './seams.ts'
import { BODY_BYTES_MAX } from './sent-form.ts'
import { Visits } from './visits.ts'

const tag = 'Forms'
const HTML = 'text/html'
/** Limit for one page with files: several files, each up to the maximum file size. */
const UPLOAD_BYTES_MAX = 4 * FILE_BYTES_MAX + BODY_BYTES_MAX
const EMBED_KEPT_SECONDS = 3600

export function formPageRoutes(app: App, seams: FormPageSeams): Route[] {
  const visits = new Visits(app, seams)
  const reports = new Reports(app, (slug, site) => visits.find(slug, site))
  return [
    direct({
      operationId: 'previewForm',
      method: 'POST',
      path: '/v1/forms/:id/preview',
      ids: { id: { prefix: 'form', noun: 'form' } },
      permission: 'forms.view',
      tag,
      summary: 'Preview a form',
      description:
        'Returns a page of the draft as visitors would see it, or of the fields and settings in `definition`, which may be unfinished. Nothing is stored.',
      body: FormPreviewRequest,
      responses: { 200: FormPreview },
      example: {
        request: { language: 'en', page: 1 },
        response: { html: '<!doctype html>…', page: 1, pages: 2 },
      },
      handle: async (_, actor, { ids, body }) =>
        ok(await preview(app.database.reads, app, actor, ids.id as string, body)),
    }),
    open({
      method: 'GET',
      path: '/f/:slug',
      isOnSites: true,
      tag,
      summary: 'Open a form',
      description:
        'The page of a published form. `lang` chooses a language, `embed=1` leaves out what a frame does not need; parameters named by hidden fields and `utm_source` are stored with the submission.',
      produces: HTML,
      responses: { 200: null },
      handle: (request) => visits.begin(request),
    }),
    open({
      method: 'POST',
      path: '/f/:slug',
      isOnSites: true,
      tag,
      summary: 'Send a page of a form',
      description:
        'The answers, each under the key of its field, with the hidden fields of the page that `GET /f/{slug}` returned. A submission is answered by 303. JSON is refused with 415: nothing but a page that was opened is submitted.',
      produces: HTML,
      responses: { 200: null, 303: null },
      takes: ['form', 'multipart'],
      isReadRaw: true,
      bodyBytesMax: BODY_BYTES_MAX,
      streamsMultipart: { bytesMax: UPLOAD_BYTES_MAX },
      // Room for its body is the organization's own.
      async calleeOf({ slug = '' }, site) {
        const form = await visits.find(slug, site)
        return { organizationId: form?.org_id ?? 'strangers' }
      },
      handle: (request) => visits.send(request),
    }),
    open({
      method: 'POST',
      path: '/f/:slug/start',
      isOnSites: true,
      tag,
      summary: 'Count that a visitor began to fill in a form',
      description:
        'The body is the sealed state of the page. When the page is left, the key of the field that was answered last follows, and the one that was reported before, separated by spaces.',
      responses: { 204: null },
      takes: ['text'],
      isReadRaw: true,
      async handle(request) {
        await visits.start(request)
        return { status: 204 }
      },
    }),
    open({
      method: 'GET',
      path: '/f/:slug/thanks',
      isOnSites: true,
      tag,
      summary: 'Show the thank-you page of a form',
      produces: HTML,
      responses: { 200: null },
      async handle({ parameters, query, headers, site }): Promise<Reply> {
        const form = await visits.find(parameters.slug ?? '', site)
        if (form === null) return unknownPage({ headers, site })
        const { lang, embed } = query as Record<string, unknown>
        const language = languageOf(form.definition.settings, lang, headers['accept-language'])
        return thanksPage(frameOf(form, language, embed === '1'))
      },
    }),
    open({
      method: 'GET',
      path: '/f/:slug/embed.js',
      isOnSites: true,
      tag,
      summary: 'Read the script that embeds a form',
      description:
        'For pages of the sites that the form names in `embed_origins`: a frame that is as high as the form.',
      produces: 'text/javascript',
      responses: { 200: null },
      async handle({ parameters, site }): Promise<Reply> {
        if ((await visits.find(parameters.slug ?? '', site)) === null) throw refusal('not_found', 'nothing_at_address')
        return {
          status: 200,
          raw: { contentType: 'text/javascript; charset=utf-8', content: EMBED_SCRIPT },
          headers: {
            'cache-control': `public, max-age=${EMBED_KEPT_SECONDS}`,
            'cross-origin-resource-policy': 'cross-origin',
          },
        }
      },
    }),
    open({
      method: 'GET',
      path: '/f/:slug/report',
      isOnSites: true,
      tag,
      summary: 'Open the page that reports a form',
      produces: HTML,
      responses: { 200: null },
      handle: (request) => reports.show(request),
    }),
    open({
      method: 'POST',
      path: '/f/:slug/report',
      isOnSites: true,
      tag,
      summary: 'Report a form to the operators',
      produces: HTML,
      responses: { 200: null },
      takes: ['form'],
      handle: (request) => reports.take(request),
    }),
  ]
}
