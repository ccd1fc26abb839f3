// Helpers for tests of submissions: a published form, its submissions, and their outcome.

import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FormDefinition, Settings } from '#forms/definitions/definition.ts'
import { createSubmissionStore, type SubmittedForm } from '#forms/submissions/store.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { gatedStore } from '#messaging/attachments/store/stores.ts'
import { type Company, publicId, type TestSamvad, uuidOf } from './harness.ts'
import { until } from './mail-story.ts'
import type { Person } from './story.ts'

export const contactFields: FormDefinition['fields'] = [
  { key: 'name', type: 'short_text', label: 'Name', map_to: 'display_name' },
  { key: 'email', type: 'email', label: 'Email', map_to: 'email' },
  { key: 'phone', type: 'phone', label: 'Phone', map_to: 'phone_number' },
  { key: 'village', type: 'short_text', label: 'Village', map_to: { attribute: 'village' } },
  { key: 'rating', type: 'rating', label: 'Rating', max: 5 },
  {
    key: 'offers',
    type: 'consent',
    label: 'Offers',
    text: { en: 'Send me offers by email.', hi: 'मुझे ईमेल से ऑफ़र भेजें।' },
    channels: ['email'],
  },
]

export function formStory(samvad: TestSamvad) {
  const store = createSubmissionStore(samvad.app)
  return {
    store,

    /** Stores a published form. */
    async form(company: Company, settings: Partial<Settings> = {}, fields = contactFields): Promise<Uuid> {
      const id = newUuid()
      const definition = { fields, settings: { languages: ['en'], default_language: 'en', ...settings } }
      const at = samvad.app.clock()
      await samvad.rows(
        `insert into forms (org_id, id, name, slug, status, definition, version, is_changed, published_at, created_by,
           created_at, updated_at)
         values ($1, $2, 'Seeds', $3, 'published', $4, 1, false, $5, $6, $5, $5)`,
        [company.organizationId, id, `seeds-${id}`, JSON.stringify(definition), at, company.userId],
      )
      await samvad.rows(
        `insert into form_versions (org_id, form_id, version, name, definition, published_by, published_at)
         values ($1, $2, 1, 'Seeds', $3, $4, $5)`,
        [company.organizationId, id, JSON.stringify(definition), company.userId, at],
      )
      await samvad.rows('insert into form_counts (org_id, form_id) values ($1, $2)', [company.organizationId, id])
      await samvad.rows(`insert into form_slugs (slug, org_id, form_id, created_at) values ($1, $2, $3, $4)`, [
        `seeds-${id}`,
        company.organizationId,
        id,
        at,
      ])
      return id
    },

    submission: (
      company: Company,
      formId: Uuid,
      answers: SubmittedForm['answers'],
      more: Partial<SubmittedForm> = {},
    ): SubmittedForm => ({
      org_id: company.organizationId,
      form_id: formId,
      version: 1,
      nonce: randomBytes(16),
      language: 'en',
      answers,
      shown_keys: Object.keys(answers),
      source: '',
      file_ids: [],
      submitted_at: samvad.app.clock(),
      ...more,
    }),

    /** The submission in the API, once it reaches the expected state. */
    when: (who: Person, id: Uuid, fits: (submission: any) => boolean = ({ state }) => state === 'done') =>
      until(async () => (await who.get(`/v1/submissions/${publicId('sub', id)}`)).body, fits),

    uuidOf,
  }
}

/** A form with a failed submission and a file: ids by their prefixes. */
export async function submittedThings(samvad: TestSamvad, company: Company): Promise<Record<string, string[]>> {
  const formId = await formStory(samvad).form(company)
  const [id, fileId] = [newUuid(), newUuid()]
  await samvad.rows(
    `insert into form_submissions (org_id, id, form_id, version, nonce, language, answers, state, submitted_at)
     values ($1, $2, $3, 1, $4, 'en', '{"name": "Secret words"}', 'failed', now())`,
    [company.organizationId, id, formId, randomBytes(16)],
  )
  await samvad.rows('update form_counts set submissions = 1, next_number = 1 where form_id = $1', [formId])
  await samvad.rows(
    `insert into form_files (org_id, id, form_id, submission_id, field_key, filename, content_type, size, sha256,
                             created_at)
     values ($1, $2, $3, $4, 'photo', 'shelf.png', 'image/png', 1, '\\x01', now())`,
    [company.organizationId, fileId, formId, id],
  )
  const key = { organizationId: company.organizationId, id: fileId }
  await gatedStore(samvad.app).put(key, Readable.from([Buffer.from('x')]))
  return { sub: [publicId('sub', id)], sfile: [publicId('sfile', fileId)] }
}
