// API schemas of submissions.

import { pageQuery } from '#edge/paging.ts'
import { In, Out, oneOf, type Static, Type } from '#kit/wire.ts'
import { contactLinks, submissionStates } from './rules.ts'

const FIELD_KEY_MAX = 40
const SOUGHT_MAX = 200

const SubmissionFile = Type.Object(
  {
    id: Out.id('sfile'),
    field: Type.String({ description: 'Key of the field.' }),
    filename: Type.String(),
    content_type: Type.String(),
    size: Type.Integer({ description: 'Size in bytes.' }),
  },
  { $id: 'SubmissionFile' },
)

export const SubmissionConsent = Type.Object(
  {
    field: Type.String({ description: 'Key of the consent field.' }),
    text: Type.String({ description: 'The sentence that was agreed to, as it was shown.' }),
    channels: Type.Array(Type.String()),
  },
  { $id: 'SubmissionConsent' },
)

/** The confirmation states that the API shows. */
export const shownConfirmations = ['pending', 'confirmed', 'expired'] as const

const fields = {
  id: Out.id('sub'),
  form_id: Out.id('form'),
  form_version: Type.Integer({ description: 'The version of the form that was filled in.' }),
  state: Type.Unsafe<(typeof submissionStates)[number]>({
    ...oneOf(submissionStates, 'SubmissionState'),
    description:
      '`stored`: not processed yet. `processing`: a further step is due. `done`: processed. `spam`: kept aside. `failed`: needs attention, see `error`.',
  }),
  language: Type.String(),
  source: Type.String({
    description: 'Where the visitor came from: a UTM source or the host of the referring site. Empty if unknown.',
  }),
  answers: Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    additionalProperties: true,
    description:
      'Answers by the key of the field: strings, numbers, booleans or arrays of strings; of a file field an array of files, with the IDs of `files`. Fields without an answer are missing.',
  }),
  files: Type.Array(SubmissionFile),
  consents: Type.Array(SubmissionConsent, { description: 'The consents that were given.' }),
  contact_id: Out.nullable(Out.id('contact')),
  contact_link: Type.Unsafe<(typeof contactLinks)[number] | null>({
    ...Out.nullable(oneOf(contactLinks, 'SubmissionContactLink')),
    description:
      '`created`: the submission created the contact. `claimed`: it names an address of the contact without proof, and changed nothing of it. `confirmed`: the email address was confirmed.',
  }),
  confirmation: Type.Unsafe<(typeof shownConfirmations)[number] | null>({
    ...Out.nullable(oneOf(shownConfirmations, 'SubmissionConfirmation')),
    description: 'State of the double opt-in. Null if the form has none.',
  }),
  confirmed_at: Out.nullable(Out.time()),
  conversation_id: Out.nullable(Out.id('conv')),
  message_id: Out.nullable(Out.id('msg')),
  auto_reply: Type.Unsafe<string | null>({
    ...Out.nullable(Type.String()),
    description:
      '`pending`, `sent`, or why no automatic reply was sent: `no_consent`, `not_confirmed`, `no_address`, `already_replied`, `daily_budget`, `under_attack`, `too_late`, or the code of the refusal. Null if the form has none.',
  }),
  auto_reply_message_id: Out.nullable(Out.id('msg')),
  error: Type.Unsafe<string | null>({
    ...Out.nullable(Type.String()),
    description: 'Code of the error of the last attempt to process the submission. Null if it succeeded.',
  }),
  submitted_at: Out.time(),
  processed_at: Out.nullable(Out.time()),
}

export const Submission = Type.Object(fields, { $id: 'Submission' })

export const SubmittedForm = Type.Object(
  {
    ...fields,
    form_name: Type.String(),
    notify: Type.Boolean({
      description: 'True if members are notified of it: of one submission in five minutes, if the form asks for it.',
    }),
  },
  { $id: 'SubmittedForm' },
)

export const ExpiredSubmissions = Type.Object(
  {
    form_id: Out.id('form'),
    before: Out.time('Every submission before it is deleted, at the latest with the last event of this time.'),
    count: Type.Integer({ description: 'How many were deleted now.' }),
  },
  { $id: 'ExpiredSubmissions' },
)

export const SubmissionQuery = In.object({
  ...pageQuery('sub'),
  state: Type.Optional(oneOf(submissionStates, 'SubmissionState')),
  contact_id: Type.Optional(In.id('contact')),
  from: Type.Optional(In.time()),
  to: Type.Optional(In.periodEnd()),
  q: Type.Optional({ ...In.line(SOUGHT_MAX), description: 'Words that occur in the answers.' }),
  field: Type.Optional({
    ...In.line(FIELD_KEY_MAX),
    description: 'Key of a field; with `value`.',
  }),
  value: Type.Optional({ ...In.line(SOUGHT_MAX), description: 'The answer to `field`, without case.' }),
})
export type SubmissionQuery = Static<typeof SubmissionQuery>
