// API schemas of the details of a form's analytics.

import { fieldTypes } from '#forms/definitions/definition.ts'
import { devices, namedDimensions, VALUES_A_DAY_MAX } from '#forms/submissions/detail-rules.ts'
import { Out, oneOf, Type } from '#kit/wire.ts'

const day = Type.String({ description: 'Day in India, `YYYY-MM-DD`.', examples: ['2026-11-28'] })
const completion = Out.nullable(Type.Number({ description: 'Submissions per view, from 0 to 1. Null without views.' }))
const counts = { views: Type.Integer(), starts: Type.Integer(), submissions: Type.Integer() }
const counted = { ...counts, completion }
const reached = Type.Integer({ description: 'Visitors who came at least this far.' })
const left = Type.Integer({ description: 'Those of them who went no further and did not submit.' })
const inSeconds = (what: string) =>
  Out.nullable(Type.Integer({ description: `${what}, in seconds. Null without submissions.` }))
const median = inSeconds('Median time to finish')

const FormPageReach = Type.Object(
  {
    page: Type.Integer({ description: 'From 1.' }),
    title: Out.nullable(Type.String({ description: 'Label of the page break that begins the page.' })),
    reached,
    left,
  },
  { $id: 'FormPageReach' },
)

const FormFieldReach = Type.Object(
  {
    key: Type.String(),
    type: oneOf(fieldTypes, 'FormFieldType'),
    label: Type.String({ description: 'In the default language of the form.' }),
    page: Type.Integer({ description: 'From 1.' }),
    reached: Type.Integer({ description: 'Visitors who answered this field or a later one.' }),
    left: Type.Integer({ description: 'Visitors who answered this field last and did not submit.' }),
  },
  { $id: 'FormFieldReach' },
)

const FormDropOff = Type.Object(
  {
    ...counts,
    pages: Type.Array(FormPageReach),
    fields: Type.Array(FormFieldReach, { description: 'Fields that take an answer, in the order of the form.' }),
  },
  { $id: 'FormDropOff' },
)

const FormDuration = Type.Object(
  {
    submissions: Type.Integer(),
    lower_quartile: inSeconds('A quarter of the visitors needed at most this time'),
    median,
    upper_quartile: inSeconds('Three quarters of the visitors needed at most this time'),
    histogram: Type.Array(
      Type.Object({
        from_seconds: Type.Integer(),
        to_seconds: Out.nullable(Type.Integer({ description: 'Not included. Null: no end.' })),
        submissions: Type.Integer(),
      }),
    ),
  },
  {
    $id: 'FormDuration',
    description: 'Time from the first view of the page to the submission. Quartiles are read from the histogram.',
  },
)

const FormCampaignName = Type.Object(
  {
    value: Type.String({
      description: `The name in the address, or the host of the site. Empty: none. \`other\`: all beyond the first ${VALUES_A_DAY_MAX} of a day.`,
    }),
    ...counted,
  },
  { $id: 'FormCampaignName' },
)

const FormDeviceCounts = Type.Object({ device: oneOf(devices, 'FormDevice'), ...counted }, { $id: 'FormDeviceCounts' })

const FormVersionCounts = Type.Object(
  { version: Type.Integer(), published_at: Out.nullable(Out.time()), ...counted, median },
  { $id: 'FormVersionCounts' },
)

const FormDetailDay = Type.Object(
  {
    day,
    bot_views: Type.Integer(),
    median,
    phone_views: Type.Integer(),
    tablet_views: Type.Integer(),
    desktop_views: Type.Integer(),
    other_views: Type.Integer(),
  },
  { $id: 'FormDetailDay' },
)

const campaigns = Object.fromEntries(namedDimensions.map((name) => [name, Type.Array(FormCampaignName)])) as Record<
  (typeof namedDimensions)[number],
  ReturnType<typeof Type.Array<typeof FormCampaignName>>
>

export const FormAnalyticsDetails = Type.Object(
  {
    counted_from: Out.nullable(
      Type.String({ description: 'First day that has details, in India. Null if none has any.' }),
    ),
    version: Out.nullable(
      Type.Integer({
        description: 'Version whose drop-off is shown: that of the request, else the newest one visited.',
      }),
    ),
    drop_off: Out.nullable(FormDropOff),
    duration: FormDuration,
    campaigns: Type.Object(campaigns, {
      description:
        'Where visitors came from: names in the address of the page, and the host of the referring or embedding site.',
    }),
    devices: Type.Array(FormDeviceCounts, { description: 'Class of the device as its browser names itself.' }),
    bot_views: Type.Integer({ description: 'Views by programs. No other figure includes them.' }),
    versions: Type.Array(FormVersionCounts, { description: 'Newest first, whatever `version` the request names.' }),
    days: Type.Array(FormDetailDay, { description: 'Days without anything are left out.' }),
  },
  { $id: 'FormAnalyticsDetails' },
)
