// API schema of a form's settings. Rules across settings are checked in setting-rules.ts.

import { LINE } from '#kit/text.ts'
import { In, oneOf, Type } from '#kit/wire.ts'
import { channelNames } from '#messaging/channels/channel.ts'
import { VARIABLE_NAME_MAX } from '#messaging/templates/variables.ts'
import { appearances, pageTextKeys } from './definition.ts'
import * as limits from './limits.ts'
import { LANGUAGE, text } from './schema-fields.ts'

const language = () =>
  Type.Unsafe<string>({
    type: 'string',
    pattern: LANGUAGE,
    description: 'Language code, such as en, hi or mr',
    examples: ['en'],
  })

const AutoReply = Type.Object(
  {
    channel: oneOf(channelNames, 'Channel'),
    template_id: In.id('tmpl'),
    variables: Type.Optional(
      Type.Unsafe<Record<string, string>>({
        type: 'object',
        maxProperties: limits.AUTO_REPLY_VARIABLES_MAX,
        propertyNames: { minLength: 1, maxLength: VARIABLE_NAME_MAX, pattern: LINE },
        additionalProperties: In.line(limits.KEY_MAX),
        description: 'Variable of the template → the key of the field that fills it.',
      }),
    ),
  },
  {
    additionalProperties: false,
    description:
      'A message to whoever submits the form, charged like any message. One per address and day, and only with consent for the channel.',
  },
)

export const FormSettings = Type.Object(
  {
    languages: Type.Array(language(), {
      minItems: 1,
      maxItems: limits.LANGUAGES_MAX,
      uniqueItems: true,
      description: 'The page is offered in these. Samvad has its own words in English (en) and Hindi (hi).',
    }),
    default_language: language(),
    title: Type.Optional(
      text(limits.TITLE_MAX, { description: 'Title of the page. The name of the form by default.' }),
    ),
    description: Type.Optional(text(limits.DESCRIPTION_MAX, { isLine: false })),
    opens_at: Type.Optional(In.time()),
    closes_at: Type.Optional(In.time()),
    max_submissions: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: limits.SUBMISSIONS_MAX,
        description: 'The form closes after so many submissions. Without it, submissions are unlimited.',
      }),
    ),
    submit_label: Type.Optional(text(limits.BUTTON_MAX)),
    closed_text: Type.Optional(
      text(limits.DESCRIPTION_MAX, { isLine: false, description: 'Shown while the form is closed.' }),
    ),
    thank_you: Type.Optional(
      Type.Object(
        {
          title: Type.Optional(text(limits.TITLE_MAX)),
          text: Type.Optional(text(limits.DESCRIPTION_MAX, { isLine: false })),
        },
        { additionalProperties: false },
      ),
    ),
    redirect_url: Type.Optional({
      ...In.line(limits.URL_MAX),
      description: 'An https address that is opened after a submission, instead of `thank_you`.',
    }),
    theme: Type.Optional(
      Type.Object(
        {
          accent: Type.Optional(
            Type.String({
              pattern: '^#[0-9a-fA-F]{6}$',
              description: 'A colour, such as #0b5fff',
              examples: ['#0b5fff'],
            }),
          ),
          appearance: Type.Optional(
            Type.Unsafe<(typeof appearances)[number]>({
              ...oneOf(appearances, 'FormAppearance'),
              description: '`auto`, the default, follows the device.',
            }),
          ),
        },
        { additionalProperties: false },
      ),
    ),
    embed_origins: Type.Optional(
      Type.Array(In.line(limits.URL_MAX), {
        maxItems: limits.EMBED_ORIGINS_MAX,
        description: 'Sites that may show the form in a frame, such as https://www.shop.example. None by default.',
      }),
    ),
    list_ids: Type.Optional(
      Type.Array(In.id('list'), {
        maxItems: limits.LISTS_MAX,
        uniqueItems: true,
        description: 'Contact lists that contacts who consented are added to.',
      }),
    ),
    double_opt_in: Type.Optional(
      Type.Boolean({
        description:
          'Each submission with an email address is answered by a mail with a link. Consents, lists, changes of the contact and the automatic reply wait until the address is confirmed there.',
      }),
    ),
    create_conversation: Type.Optional(
      Type.Boolean({ description: 'Each submission is also an inbound message in a conversation with the contact.' }),
    ),
    notify: Type.Optional(Type.Boolean({ description: 'Members are notified of submissions. True by default.' })),
    auto_reply: Type.Optional(AutoReply),
    texts: Type.Optional(
      Type.Object(Object.fromEntries(pageTextKeys.map((name) => [name, Type.Optional(text(limits.PAGE_TEXT_MAX))])), {
        additionalProperties: false,
        description: 'Own texts for fixed words of the page, for example in a language that Samvad does not have.',
      }),
    ),
  },
  { additionalProperties: false, $id: 'FormSettings' },
)
