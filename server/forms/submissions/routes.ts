// The routes of submissions.

import { preferred } from '#edge/accept.ts'
import { direct, noContent, ok, type Route, read, write } from '#edge/route.ts'
import type { App } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'
import { absent, refusal } from '#kit/refusals.ts'
import { Out } from '#kit/wire.ts'
import { SERVED_AT_ONCE_MAX } from '#messaging/attachments/actions.ts'
import { dispositionOf, SERVED_HEADERS } from '#messaging/attachments/rules.ts'
import { NotThere } from '#messaging/attachments/store/store.ts'
import { gatedStore } from '#messaging/attachments/store/stores.ts'
import * as submissions from './actions.ts'
import { confirmRoutes } from './confirm-routes.ts'
import * as examples from './examples.ts'
import { mustBeWhole, SubmissionExports } from './export.ts'
import { Submission, SubmissionQuery } from './schema.ts'

const tag = 'Submissions'
const ids = { id: { prefix: 'sub', noun: 'submission' } } as const
const CSV = 'text/csv'
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export const submissionRoutes = (app: App): Route[] => {
  const { database } = app
  const exports = new SubmissionExports(app)
  const store = gatedStore(app)
  let served = 0
  return [
    read({
      operationId: 'listFormSubmissions',
      method: 'GET',
      path: '/v1/forms/:id/submissions',
      ids: { id: { prefix: 'form', noun: 'form' } },
      permission: 'submissions.view',
      tag,
      summary: 'List the submissions of a form',
      description: `Newest first. \`q\` finds words in answers, \`field\` and \`value\` an exact answer; a submission can be found once it is processed. With \`Accept: ${CSV}\` or \`${XLSX}\`, returns all submissions as one file, with the columns of all versions.`,
      query: SubmissionQuery,
      responses: { 200: Out.list(Submission) },
      alsoProduces: [CSV, XLSX],
      example: { response: { has_more: false, data: [examples.submission] } },
      async handle(tx, actor, { ids, query, accept }) {
        const id = ids.id as Uuid
        const type = preferred(accept, ['application/json', CSV, XLSX])
        if (type === 'application/json') return ok(await submissions.list(tx, actor, id, query))
        mustBeWhole(query)
        await submissions.mustBeForm(tx, actor.organizationId, id)
        if (type === CSV)
          return {
            status: 200,
            raw: {
              contentType: `${CSV}; charset=utf-8`,
              content: await exports.csv(actor, id, query),
              filename: 'submissions.csv',
            },
          }
        const content = await exports.workbook(actor, id, query, 'Submissions')
        return { status: 200, raw: { contentType: XLSX, content, filename: 'submissions.xlsx' } }
      },
    }),
    read({
      operationId: 'retrieveSubmission',
      method: 'GET',
      path: '/v1/submissions/:id',
      ids,
      permission: 'submissions.view',
      tag,
      summary: 'Retrieve a submission',
      responses: { 200: Submission },
      example: { response: examples.submission },
      handle: async (tx, actor, { ids }) =>
        ok(await submissions.shown(tx, actor.organizationId, await submissions.find(tx, actor, ids.id as Uuid))),
    }),
    write({
      operationId: 'deleteSubmission',
      method: 'DELETE',
      path: '/v1/submissions/:id',
      ids,
      permission: 'forms.manage',
      tag,
      summary: 'Delete a submission',
      description: 'Permanently, with its files. The contact, consents and messages that it led to are kept.',
      responses: { 204: null },
      async handle(tx, actor, { ids }) {
        await submissions.remove(tx, actor, ids.id as Uuid)
        return noContent()
      },
    }),
    change('retry', 'retrySubmission', 'Retry a submission', {
      description: 'Processes a submission in the state `failed` again. 409 for any other.',
      act: submissions.retry,
    }),
    change('spam', 'markSubmissionAsSpam', 'Mark a submission as spam', {
      description:
        'Nothing more is done with it, and analytics no longer count it. What it already led to, such as a contact, is kept.',
      act: submissions.markSpam,
    }),
    change('not_spam', 'markSubmissionAsNotSpam', 'Mark a submission as not spam', {
      description: 'The submission is processed if it was not before.',
      act: submissions.markNoSpam,
    }),
    direct({
      operationId: 'retrieveSubmissionFile',
      method: 'GET',
      path: '/v1/submissions/:id/files/:file_id',
      ids: { ...ids, file_id: { prefix: 'sfile', noun: 'submission file' } },
      permission: 'submissions.view',
      tag,
      summary: 'Download a file of a submission',
      produces: 'application/octet-stream',
      responses: { 200: null },
      refuses: ['not_found', 'rate_limited'],
      async handle(_, actor, { ids }) {
        const row = await submissions.findFile(database.reads, actor, ids.id as Uuid, ids.file_id as Uuid)
        if (served >= SERVED_AT_ONCE_MAX) throw refusal('temporarily_unavailable', 'too_many_downloads')
        served++
        try {
          const content = await store.get({ organizationId: actor.organizationId, id: row.id })
          content.once('close', () => served--)
          const headers = {
            ...SERVED_HEADERS,
            'content-length': String(row.size),
            'content-disposition': dispositionOf(row.filename),
          }
          return { status: 200, raw: { contentType: row.content_type, content }, headers }
        } catch (error) {
          served--
          throw error instanceof NotThere ? absent('submission file') : error
        }
      },
    }),
    ...confirmRoutes(app),
  ]
}

function change(
  name: string,
  operationId: string,
  summary: string,
  { description, act }: { description: string; act: typeof submissions.retry },
): Route {
  return write({
    operationId,
    method: 'POST',
    path: `/v1/submissions/:id/${name}`,
    ids,
    permission: 'forms.manage',
    tag,
    summary,
    description,
    responses: { 200: Submission },
    refuses: ['conflict'],
    example: { response: examples.submission },
    async handle(tx, actor, { ids }) {
      const row = await act(tx, actor, ids.id as Uuid)
      return ok(await submissions.shown(tx, actor.organizationId, row))
    },
  })
}
