// Events that notify operators about forms of all organizations.

import { isPriority } from '#edge/priority.ts'
import { declareEvents } from '#events/declaration.ts'
import type { PublishedForm } from '#forms/definitions/published.ts'
import { Out, oneOf, publicId, Type } from '#kit/wire.ts'

export const reportReasons = ['secrets', 'fraud', 'illegal', 'spam', 'other'] as const
export type ReportReason = (typeof reportReasons)[number]

export const formReportEvents = declareEvents(
  { object: 'form', readers: { permission: 'installation.operate' } },
  {
    'form.reported': {
      description:
        'A visitor reported a form to the operators. Sent only to operators, in their own organization, and at most once in 10 minutes per form.',
      payload: Type.Object({
        form_id: Out.id('form'),
        form_name: Type.String(),
        slug: Type.String(),
        organization_id: Out.id('org'),
        organization_name: Type.String(),
        is_priority: isPriority(),
        reason: oneOf(reportReasons, 'FormReportReason'),
        details: Type.String({ description: 'What the visitor wrote. May be empty.' }),
      }),
    },
  },
)

export const formReported = (form: PublishedForm, reason: ReportReason, details: string) =>
  formReportEvents.event('form.reported', form.form_id, {
    form_id: publicId('form', form.form_id),
    form_name: form.name,
    slug: form.slug,
    organization_id: publicId('org', form.org_id),
    organization_name: form.organization,
    is_priority: form.hasPremium,
    reason,
    details,
  })
