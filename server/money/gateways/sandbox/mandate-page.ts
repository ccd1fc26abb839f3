// The page of a mandate at the sandbox gateway: it sets the outcome of the next debits and cancels the mandate.

import { preferredLanguage } from '#edge/language.ts'
import { type Page, pageReply } from '#edge/page.ts'
import { open, type Reply, type Route } from '#edge/route.ts'
import type { App } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'
import { grouped } from '#kit/india/amounts.ts'
import { indianDate } from '#kit/india/calendar.ts'
import { reasonTexts } from '#kit/messages/reasons.ts'
import { invalid } from '#kit/refusals.ts'
import { In, oneOf, publicId, Type } from '#kit/wire.ts'
import type { MandateRow } from './mandate-queries.ts'
import * as mandates from './mandates.ts'
import { type Asked, failures, pageOf } from './page.ts'
import { change } from './reply.ts'
import { mandateStates, outcomes, type TooLateReason } from './rules.ts'
import { words } from './words.ts'

const Choice = In.object({
  outcome: Type.Optional(oneOf(outcomes)),
  status: Type.Optional(oneOf(mandateStates)),
})

const place = {
  path: '/sandbox/mandates/:organization_id/:mandate_id',
  ids: {
    organization_id: { prefix: 'org', noun: 'merchant' },
    mandate_id: { prefix: 'mand', noun: 'mandate' },
  },
  tag: 'Sandbox',
  produces: 'text/html',
} as const

export const mandateRoutes = (app: App): Route[] => {
  async function show(status: number, organizationId: Uuid, id: Uuid, asked: Asked): Promise<Reply> {
    const mandate = await mandates.find(app.database.reads, organizationId, publicId('mand', id))
    return pageReply(mandatePage(mandate, asked), { status })
  }

  return [
    open({
      method: 'GET',
      ...place,
      summary: 'Show a mandate of the sandbox gateway',
      responses: { 200: null },
      handle: async ({ ids, headers }) => {
        const asked = { language: preferredLanguage(headers['accept-language']), tooLate: null }
        return show(200, ids.organization_id as string, ids.mandate_id as string, asked)
      },
    }),
    open({
      method: 'POST',
      ...place,
      summary: 'Choose the outcome of the debits of a sandbox mandate',
      description:
        '`outcome` applies to all later debits. `status` pauses, resumes or cancels the mandate; the signed webhook is delivered before the response.',
      body: Choice,
      responses: { 303: null },
      async handle({ ids, body, headers }) {
        const { organization_id: organizationId, mandate_id: id } = ids as Record<keyof typeof place.ids, Uuid>
        if (body.outcome === undefined && body.status === undefined)
          throw invalid('outcome', 'one_of_fields', { fields: ['outcome', 'status'] })
        const language = preferredLanguage(headers['accept-language'])
        const again = (status: number, tooLate: TooLateReason) =>
          show(status, organizationId, id, { language, tooLate })
        return change(mandates.mandatePath(organizationId, id), again, async () => {
          const scope = { organizationId, at: app.clock() }
          const mandate = await app.database.transaction((tx) => mandates.choose(tx, scope, id, body), organizationId)
          if (body.status !== undefined) await mandates.tell(app, organizationId, mandate)
        })
      },
    }),
  ]
}

/** Everything shown is our own text or a number, as on the checkout. */
function mandatePage(
  { id, status, method, max_micros, expires_at, outcome }: MandateRow,
  { language, tooLate }: Asked,
): Page {
  const say = words[language]
  const notice = tooLate === null ? '' : `<p class="notice bad" role="status">${reasonTexts[language][tooLate]}</p>\n`
  const choices = `<form method="post">
<fieldset><legend>${outcome === 'success' ? say.willSucceed : say.willFail(say.failures[outcome])}</legend>
<p><button class="main" name="outcome" value="success">${say.letSucceed}</button></p>
<div class="pair">
${failures.map((reason) => `<button name="outcome" value="${reason}">${say.failures[reason]}</button>`).join('\n')}
</div></fieldset>
<fieldset><legend>${say.mandateIs(status)}</legend><div class="pair">
${status === 'paused' ? `<button name="status" value="active">${say.resume}</button>` : `<button name="status" value="paused">${say.pause}</button>`}
<button name="status" value="cancelled">${say.cancel}</button>
</div></fieldset>
</form>`
  return pageOf(language, {
    title: say.mandate,
    heading: say.upTo(`₹${grouped(max_micros)}`),
    name: say.mandateName(publicId('mand', id) as string, say.methods[method], indianDate(expires_at)),
    body: `${notice}${status === 'cancelled' ? `<p class="notice bad" role="status">${say.cancelled}</p>` : choices}`,
    note: say.mandateNote,
  })
}
