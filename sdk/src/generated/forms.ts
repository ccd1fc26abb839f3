// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import { at } from '../address.ts'
import type { Answer } from '../answer.ts'
import type { List, PageQuery } from '../list.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'
import type { FormDomainId } from './domains.ts'
import type { ListedForm } from './organizations.ts'
import type { Channel, ContactId, FormId, ListId, PeriodEnd, TemplateId, Time, UserId } from './shared.ts'
import type { Submission } from './submissions.ts'

export interface Form {
  id: FormId
  name: string
  slug: string
  domain_id: FormDomainId | null
  /** For how many days submissions are kept. Null: until somebody deletes them. */
  submissions_kept_days: number | null
  /** A draft was never published. */
  status: FormStatus
  /** The version that was published last. Null before the first. */
  version: number | null
  /** Whether the fields, settings or name differ from the version that was published last. */
  has_unpublished_changes: boolean
  /** When an operator suspended it: the page is closed. Null if it is not. */
  suspended_at: number | null
  suspension_reason: string | null
  /** All submissions that are stored. */
  submission_count: number
  /** Time in Unix seconds. */
  created_at: number
  /** Time in Unix seconds. */
  updated_at: number
  /** Time in Unix seconds. */
  published_at: number | null
  /**
   * The address of the page: under its form domain while that is verified and the organization has the premium plan,
   * else under this installation.
   */
  url: string
  /** How often the page was opened. Bots are left out; some seconds old. */
  view_count: number
  fields: FormField[]
  settings: FormSettings
}

export interface FormAnalytics {
  form_id: FormId
  /** First day, in India. */
  from: string
  /** Last day, in India. It is included. */
  to: string
  total: {
    /** How often the page was opened. Bots are left out. */
    views: number
    /** How often somebody began to fill in the form. */
    starts: number
    /** Submissions that are not spam. */
    submissions: number
    /** Submissions per view, from 0 to 1. Null without views. */
    completion: number | null
  }
  /** Days without anything are left out. */
  days: FormDay[]
  /** Most submissions first, at most 101. */
  sources: FormSource[]
  /** Parts of `details` that premium would add. Empty with premium. */
  premium_adds: FormAnalyticsPart[]
  details: FormAnalyticsDetails | null
}

export interface FormAnalyticsDetails {
  /** First day that has details, in India. Null if none has any. */
  counted_from: string | null
  /** Version whose drop-off is shown: that of the request, else the newest one visited. */
  version: number | null
  drop_off: FormDropOff | null
  duration: FormDuration
  /** Where visitors came from: names in the address of the page, and the host of the referring or embedding site. */
  campaigns: {
    utm_source: FormCampaignName[]
    utm_medium: FormCampaignName[]
    utm_campaign: FormCampaignName[]
    referrer: FormCampaignName[]
  }
  /** Class of the device as its browser names itself. */
  devices: FormDeviceCounts[]
  /** Views by programs. No other figure includes them. */
  bot_views: number
  /** Newest first, whatever `version` the request names. */
  versions: FormVersionCounts[]
  /** Days without anything are left out. */
  days: FormDetailDay[]
}

export type FormAnalyticsPart = 'drop_off' | 'duration' | 'campaigns' | 'devices' | 'versions' | (string & {})

export type FormAppearance = 'light' | 'dark' | 'auto' | (string & {})

export interface FormCampaignName {
  /** The name in the address, or the host of the site. Empty: none. `other`: all beyond the first 50 of a day. */
  value: string
  views: number
  starts: number
  submissions: number
  /** Submissions per view, from 0 to 1. Null without views. */
  completion: number | null
}

export interface FormChange {
  name?: string | undefined
  /**
   * The last part of the address of the page. Made from the name by default. An earlier address keeps leading to the
   * form.
   */
  slug?: string | undefined
  /** The form domain of its address. Null: the address of this installation. */
  domain_id?: FormDomainId | null | undefined
  /**
   * For how many days submissions are kept. After them, each is deleted at midnight in India with its files; analytics
   * stay. Null, the default: until somebody deletes them. A change needs no publishing.
   */
  submissions_kept_days?: number | null | undefined
  /** In the order of the page. */
  fields?: FormField[] | undefined
  settings?: FormSettings | undefined
}

/**
 * Either `all`, `any` or `not`, or `field` with one of `is`, `is_not`, `contains`, `answered`, `before`, `after`. Only
 * earlier fields. At most 20 conditions and 4 levels. A field that is not shown is not answered.
 */
export interface FormCondition {
  /** True if every condition in the list is. */
  all?: FormCondition[] | undefined
  /** True if at least one condition in the list is. */
  any?: FormCondition[] | undefined
  /** True if this condition is not. */
  not?: FormCondition | undefined
  /** A lowercase letter, then lowercase letters, digits and _. The key of an earlier field. */
  field?: string | undefined
  /** The answer, or the value of a chosen option. */
  is?: string | number | boolean | undefined
  /** Also true if there is no answer. */
  is_not?: string | number | boolean | undefined
  /** Part of a text, or one of the chosen options. */
  contains?: string | undefined
  /** Whether there is an answer. */
  answered?: boolean | undefined
  /** Of a number, date or time: the answer is less. */
  before?: string | number | undefined
  /** Of a number, date or time: the answer is this or more. */
  after?: string | number | undefined
}

export interface FormCopy {
  name?: string | undefined
  /**
   * The last part of the address of the page. Made from the name by default. An earlier address keeps leading to the
   * form.
   */
  slug?: string | undefined
}

export interface FormDay {
  /** Day in India, `YYYY-MM-DD`. */
  day: string
  /** How often the page was opened. Bots are left out. */
  views: number
  /** How often somebody began to fill in the form. */
  starts: number
  /** Submissions that are not spam. */
  submissions: number
}

export interface FormDetailDay {
  /** Day in India, `YYYY-MM-DD`. */
  day: string
  bot_views: number
  /** Median time to finish, in seconds. Null without submissions. */
  median: number | null
  phone_views: number
  tablet_views: number
  desktop_views: number
  other_views: number
}

export type FormDevice = 'phone' | 'tablet' | 'desktop' | 'other' | (string & {})

export interface FormDeviceCounts {
  device: FormDevice
  views: number
  starts: number
  submissions: number
  /** Submissions per view, from 0 to 1. Null without views. */
  completion: number | null
}

export interface FormDropOff {
  views: number
  starts: number
  submissions: number
  pages: FormPageReach[]
  /** Fields that take an answer, in the order of the form. */
  fields: FormFieldReach[]
}

/** Time from the first view of the page to the submission. Quartiles are read from the histogram. */
export interface FormDuration {
  submissions: number
  /** A quarter of the visitors needed at most this time, in seconds. Null without submissions. */
  lower_quartile: number | null
  /** Median time to finish, in seconds. Null without submissions. */
  median: number | null
  /** Three quarters of the visitors needed at most this time, in seconds. Null without submissions. */
  upper_quartile: number | null
  histogram: {
    from_seconds: number
    /** Not included. Null: no end. */
    to_seconds: number | null
    submissions: number
  }[]
}

/**
 * Every field has `key`, `type`, `label` and `help`. Further properties by type: `short_text`: required, default,
 * show_if, map_to, placeholder, min_length, max_length, pattern; `long_text`: required, default, show_if, map_to,
 * placeholder, min_length, max_length; `number`: required, default, show_if, map_to, placeholder, min, max, step;
 * `email`: required, default, show_if, map_to, placeholder; `phone`: required, default, show_if, map_to, placeholder,
 * country; `date`: required, default, show_if, map_to, after, before; `time`: required, default, show_if, map_to,
 * after, before; `single_choice`: required, default, show_if, map_to, options; `multiple_choice`: required, default,
 * show_if, map_to, options, min_choices, max_choices; `dropdown`: required, default, show_if, map_to, options,
 * placeholder; `rating`: required, default, show_if, map_to, max; `scale`: required, default, show_if, map_to, min,
 * max; `yes_no`: required, default, show_if, map_to; `consent`: required, show_if, text, channels; `file`: required,
 * show_if, accept, max_files, max_size; `hidden`: default, map_to, from; `heading`: show_if; `page_break`: show_if,
 * jumps.
 */
export interface FormField {
  /**
   * A lowercase letter, then lowercase letters, digits and _. Names the answer in submissions, the API and exports.
   * Unique in the form.
   */
  key: string
  type: FormFieldType
  /**
   * The question. Of a page break: the title of the page that it begins. Of a hidden field: its name in lists and
   * exports. A text in the default language, or an object with a text per language.
   */
  label: string | Record<string, string>
  /** Shown below the label. A text in the default language, or an object with a text per language. */
  help?: string | Record<string, string> | undefined
  /**
   * Shown in an empty text field, and first in a dropdown. A text in the default language, or an object with a text per
   * language.
   */
  placeholder?: string | Record<string, string> | undefined
  /** Whether it must be answered when it is shown. */
  required?: boolean | undefined
  /** The answer with which the page begins. */
  default?: string | number | boolean | string[] | undefined
  /** Of single_choice, multiple_choice and dropdown. */
  options?: (string | {
    value: string
    /** A text in the default language, or an object with a text per language. */
    label?: string | Record<string, string> | undefined
  })[] | undefined
  /** Of a number, or the first number of a scale (0 or 1). */
  min?: number | undefined
  /** Of a number, the number of stars of a rating (3 to 10), or the last number of a scale. */
  max?: number | undefined
  /** Numbers are multiples of it, counted from `min` or 0. */
  step?: number | undefined
  /** Characters of a text. */
  min_length?: number | undefined
  /** Characters of a text. */
  max_length?: number | undefined
  /** Of multiple_choice. */
  min_choices?: number | undefined
  /** Of multiple_choice. */
  max_choices?: number | undefined
  /** What a short text must look like. */
  pattern?: FormTextPattern | undefined
  /** Two-letter code, such as IN. Phone numbers without a country code are of this country. */
  country?: string | undefined
  /** The earliest answer. A date such as 2026-01-31, today, or of a time field 18:30 */
  after?: string | undefined
  /** The latest answer. A date such as 2026-01-31, today, or of a time field 18:30 */
  before?: string | undefined
  /** Which kinds of files. All of them by default. */
  accept?: FormFileKind[] | undefined
  /** Of a file field. 1 by default. */
  max_files?: number | undefined
  /** Bytes of one file. 10 MB by default. */
  max_size?: number | undefined
  /** Of a hidden field: the parameter of the address that fills it, such as utm_campaign. The key by default. */
  from?: string | undefined
  /**
   * Of a consent field: the sentence that is agreed to. It is stored with the consent. A text in the default language,
   * or an object with a text per language.
   */
  text?: string | Record<string, string> | undefined
  /**
   * Of a consent field: on which channels the contact may be sent messages. Without channels it is an agreement that is
   * only stored.
   */
  channels?: Channel[] | undefined
  show_if?: FormCondition | undefined
  /**
   * display_name (of a short text or hidden field), email, phone_number, or an attribute such as {"attribute": "city"}:
   * where the answer is stored in the contact. Without a mapping the first answered email and phone fields are the
   * address and number of the contact.
   */
  map_to?: string | {
    attribute: string
  } | undefined
  /** Of a page break: where the page before it leads. */
  jumps?: {
    if: FormCondition
    /** The key of a later page break: the page after it comes next. `end` submits the form. */
    to: string
  }[] | undefined
}

export interface FormFieldReach {
  key: string
  type: FormFieldType
  /** In the default language of the form. */
  label: string
  /** From 1. */
  page: number
  /** Visitors who answered this field or a later one. */
  reached: number
  /** Visitors who answered this field last and did not submit. */
  left: number
}

export type FormFieldType =
  | 'short_text'
  | 'long_text'
  | 'number'
  | 'email'
  | 'phone'
  | 'date'
  | 'time'
  | 'single_choice'
  | 'multiple_choice'
  | 'dropdown'
  | 'rating'
  | 'scale'
  | 'yes_no'
  | 'consent'
  | 'file'
  | 'hidden'
  | 'heading'
  | 'page_break'
  | (string & {})

export type FormFileKind = 'image' | 'pdf' | 'document' | 'spreadsheet' | (string & {})

export interface FormPageReach {
  /** From 1. */
  page: number
  /** Label of the page break that begins the page. */
  title: string | null
  /** Visitors who came at least this far. */
  reached: number
  /** Those of them who went no further and did not submit. */
  left: number
}

export interface FormPreview {
  /** The whole page, without scripts. */
  html: string
  page: number
  /** How many pages the form has. */
  pages: number
}

export interface FormPreviewRequest {
  /** One of the languages of the form. */
  language?: string | undefined
  /**
   * Which page, from 1.
   *
   * Default: 1
   */
  page?: number | undefined
  state?: FormPreviewState | undefined
  definition?: {
    fields: FormField[]
    settings?: FormSettings | undefined
  } | undefined
}

export type FormPreviewState = 'open' | 'thank_you' | 'closed' | (string & {})

export interface FormSettings {
  /** The page is offered in these. Samvad has its own words in English (en) and Hindi (hi). */
  languages: string[]
  /** Language code, such as en, hi or mr */
  default_language: string
  /**
   * Title of the page. The name of the form by default. A text in the default language, or an object with a text per
   * language.
   */
  title?: string | Record<string, string> | undefined
  /** A text in the default language, or an object with a text per language. */
  description?: string | Record<string, string> | undefined
  opens_at?: Time | undefined
  closes_at?: Time | undefined
  /** The form closes after so many submissions. Without it, submissions are unlimited. */
  max_submissions?: number | undefined
  /** A text in the default language, or an object with a text per language. */
  submit_label?: string | Record<string, string> | undefined
  /** Shown while the form is closed. A text in the default language, or an object with a text per language. */
  closed_text?: string | Record<string, string> | undefined
  thank_you?: {
    /** A text in the default language, or an object with a text per language. */
    title?: string | Record<string, string> | undefined
    /** A text in the default language, or an object with a text per language. */
    text?: string | Record<string, string> | undefined
  } | undefined
  /** An https address that is opened after a submission, instead of `thank_you`. */
  redirect_url?: string | undefined
  theme?: {
    /** A colour, such as #0b5fff */
    accent?: string | undefined
    /** `auto`, the default, follows the device. */
    appearance?: FormAppearance | undefined
  } | undefined
  /** Sites that may show the form in a frame, such as https://www.shop.example. None by default. */
  embed_origins?: string[] | undefined
  /** Contact lists that contacts who consented are added to. */
  list_ids?: ListId[] | undefined
  /**
   * Each submission with an email address is answered by a mail with a link. Consents, lists, changes of the contact
   * and the automatic reply wait until the address is confirmed there.
   */
  double_opt_in?: boolean | undefined
  /** Each submission is also an inbound message in a conversation with the contact. */
  create_conversation?: boolean | undefined
  /** Members are notified of submissions. True by default. */
  notify?: boolean | undefined
  /**
   * A message to whoever submits the form, charged like any message. One per address and day, and only with consent for
   * the channel.
   */
  auto_reply?: {
    channel: Channel
    template_id: TemplateId
    /** Variable of the template → the key of the field that fills it. */
    variables?: Record<string, string> | undefined
  } | undefined
  /** Own texts for fixed words of the page, for example in a language that Samvad does not have. */
  texts?: {
    /** A text in the default language, or an object with a text per language. */
    next?: string | Record<string, string> | undefined
    /** A text in the default language, or an object with a text per language. */
    back?: string | Record<string, string> | undefined
    /** A text in the default language, or an object with a text per language. */
    optional?: string | Record<string, string> | undefined
    /** A text in the default language, or an object with a text per language. */
    choose?: string | Record<string, string> | undefined
    /** A text in the default language, or an object with a text per language. */
    yes?: string | Record<string, string> | undefined
    /** A text in the default language, or an object with a text per language. */
    no?: string | Record<string, string> | undefined
    /** A text in the default language, or an object with a text per language. */
    choose_file?: string | Record<string, string> | undefined
    /** A text in the default language, or an object with a text per language. */
    page_of?: string | Record<string, string> | undefined
    /** A text in the default language, or an object with a text per language. */
    check_errors?: string | Record<string, string> | undefined
    /** A text in the default language, or an object with a text per language. */
    required?: string | Record<string, string> | undefined
    /** A text in the default language, or an object with a text per language. */
    invalid?: string | Record<string, string> | undefined
    /** A text in the default language, or an object with a text per language. */
    thank_you?: string | Record<string, string> | undefined
    /** A text in the default language, or an object with a text per language. */
    closed?: string | Record<string, string> | undefined
    /** A text in the default language, or an object with a text per language. */
    not_open_yet?: string | Record<string, string> | undefined
    /** A text in the default language, or an object with a text per language. */
    language?: string | Record<string, string> | undefined
    /** A text in the default language, or an object with a text per language. */
    report?: string | Record<string, string> | undefined
  } | undefined
}

export interface FormSource {
  /**
   * Where visitors came from: a UTM source or the host of the referring site. Empty if unknown. `other`: all beyond the
   * first 100 of a day.
   */
  source: string
  submissions: number
}

export type FormStatus = 'draft' | 'published' | 'unpublished' | (string & {})

export type FormTextPattern =
  | 'letters'
  | 'digits'
  | 'letters_digits'
  | 'pin_code'
  | 'pan'
  | 'gstin'
  | 'vehicle_number'
  | 'url'
  | (string & {})

export interface FormVersion {
  version: number
  name: string
  published_by: UserId
  /** Time in Unix seconds. */
  published_at: number
  fields: FormField[]
  settings: FormSettings
}

export interface FormVersionCounts {
  version: number
  /** Time in Unix seconds. */
  published_at: number | null
  views: number
  starts: number
  submissions: number
  /** Submissions per view, from 0 to 1. Null without views. */
  completion: number | null
  /** Median time to finish, in seconds. Null without submissions. */
  median: number | null
}

export interface ListedFormPage {
  /** Whether there are more items beyond this page. */
  has_more: boolean
  data: ListedForm[]
}

export interface ListedFormVersion {
  version: number
  name: string
  published_by: UserId
  /** Time in Unix seconds. */
  published_at: number
}

export interface ListedFormVersionPage {
  /** Whether there are more items beyond this page. */
  has_more: boolean
  data: ListedFormVersion[]
}

export interface NewForm {
  name: string
  /**
   * The last part of the address of the page. Made from the name by default. An earlier address keeps leading to the
   * form.
   */
  slug?: string | undefined
  /** The form domain of its address. Null: the address of this installation. */
  domain_id?: FormDomainId | null | undefined
  /**
   * For how many days submissions are kept. After them, each is deleted at midnight in India with its files; analytics
   * stay. Null, the default: until somebody deletes them. A change needs no publishing.
   */
  submissions_kept_days?: number | null | undefined
  /** In the order of the page. */
  fields?: FormField[] | undefined
  settings?: FormSettings | undefined
}

export type SubmissionId = string

export interface SubmissionPage {
  /** Whether there are more items beyond this page. */
  has_more: boolean
  data: Submission[]
}

export type SubmissionState = 'stored' | 'processing' | 'done' | 'spam' | 'failed' | (string & {})

export interface RetrieveFormAnalyticsQuery {
  /** Requires the details: without premium the request is refused, instead of `details` being null. */
  include?: 'details' | (string & {}) | undefined
  /** Shows the details of this version alone. Needs premium. */
  version?: number | undefined
  from?: Time | undefined
  to?: PeriodEnd | undefined
}

/** `samvad.forms.analytics` */
export class FormsAnalyticsApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Retrieve the analytics of a form.
   *
   * Views, starts and submissions by day in India, and where submissions came from. Counted without personal data; bots
   * are left out. The last 30 days unless `from` is given, at most 366. With premium, `details` has drop-off, time to
   * finish, campaigns, devices and the comparison of versions, which are counted on every plan. With `Accept:
   * text/csv`, returns all counts of the period as one file.
   *
   * Permission: `forms.view`.
   *
   * `GET /v1/forms/{id}/analytics`
   */
  retrieve(id: FormId, options?: RetrieveFormAnalyticsQuery & CallOptions): Answer<FormAnalytics> {
    return this.#transport.get(at`/v1/forms/${id}/analytics`, options)
  }

  /**
   * Retrieve the analytics of a form as `text/csv`.
   *
   * Views, starts and submissions by day in India, and where submissions came from. Counted without personal data; bots
   * are left out. The last 30 days unless `from` is given, at most 366. With premium, `details` has drop-off, time to
   * finish, campaigns, devices and the comparison of versions, which are counted on every plan. With `Accept:
   * text/csv`, returns all counts of the period as one file.
   *
   * Permission: `forms.view`.
   *
   * `GET /v1/forms/{id}/analytics`
   */
  retrieveCsv(id: FormId, options?: Omit<RetrieveFormAnalyticsQuery, keyof PageQuery> & CallOptions): Answer<Response> {
    return this.#transport.raw('text/csv', at`/v1/forms/${id}/analytics`, options)
  }
}

export interface ListFormSubmissionsQuery extends PageQuery {
  state?: SubmissionState | undefined
  contact_id?: ContactId | undefined
  from?: Time | undefined
  to?: PeriodEnd | undefined
  /** Words that occur in the answers. */
  q?: string | undefined
  /** Key of a field; with `value`. */
  field?: string | undefined
  /** The answer to `field`, without case. */
  value?: string | undefined
}

/** `samvad.forms.submissions` */
export class FormsSubmissionsApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * List the submissions of a form.
   *
   * Newest first. `q` finds words in answers, `field` and `value` an exact answer; a submission can be found once it is
   * processed. With `Accept: text/csv` or `application/vnd.openxmlformats-officedocument.spreadsheetml.sheet`, returns
   * all submissions as one file, with the columns of all versions.
   *
   * Permission: `submissions.view`.
   *
   * `GET /v1/forms/{id}/submissions`
   */
  list(id: FormId, options?: ListFormSubmissionsQuery & CallOptions): List<Submission> {
    return this.#transport.list(at`/v1/forms/${id}/submissions`, options)
  }

  /**
   * List the submissions of a form as `text/csv`.
   *
   * Newest first. `q` finds words in answers, `field` and `value` an exact answer; a submission can be found once it is
   * processed. With `Accept: text/csv` or `application/vnd.openxmlformats-officedocument.spreadsheetml.sheet`, returns
   * all submissions as one file, with the columns of all versions.
   *
   * Permission: `submissions.view`.
   *
   * `GET /v1/forms/{id}/submissions`
   */
  listCsv(id: FormId, options?: Omit<ListFormSubmissionsQuery, keyof PageQuery> & CallOptions): Answer<Response> {
    return this.#transport.raw('text/csv', at`/v1/forms/${id}/submissions`, options)
  }

  /**
   * List the submissions of a form as `application/vnd.openxmlformats-officedocument.spreadsheetml.sheet`.
   *
   * Newest first. `q` finds words in answers, `field` and `value` an exact answer; a submission can be found once it is
   * processed. With `Accept: text/csv` or `application/vnd.openxmlformats-officedocument.spreadsheetml.sheet`, returns
   * all submissions as one file, with the columns of all versions.
   *
   * Permission: `submissions.view`.
   *
   * `GET /v1/forms/{id}/submissions`
   */
  listXlsx(id: FormId, options?: Omit<ListFormSubmissionsQuery, keyof PageQuery> & CallOptions): Answer<Response> {
    return this.#transport.raw(
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      at`/v1/forms/${id}/submissions`,
      options,
    )
  }
}

/** `samvad.forms.versions` */
export class FormsVersionsApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * List the versions of a form.
   *
   * What was published, newest first, without fields and settings.
   *
   * Permission: `forms.view`.
   *
   * `GET /v1/forms/{id}/versions`
   */
  list(id: FormId, options?: PageQuery & CallOptions): List<ListedFormVersion> {
    return this.#transport.list(at`/v1/forms/${id}/versions`, options)
  }

  /**
   * Retrieve a version of a form.
   *
   * Permission: `forms.view`.
   *
   * `GET /v1/forms/{id}/versions/{version}`
   */
  retrieve(id: FormId, version: string, options?: CallOptions): Answer<FormVersion> {
    return this.#transport.get(at`/v1/forms/${id}/versions/${version}`, options)
  }
}

export interface ListFormsQuery extends PageQuery {
  status?: FormStatus | undefined
  /** Part of the name, in capital or small letters. */
  name?: string | undefined
  /** Whether an operator suspended it. */
  suspended?: boolean | undefined
}

/** `samvad.forms` */
export class FormsApi {
  readonly #transport: Transport
  readonly analytics: FormsAnalyticsApi
  readonly submissions: FormsSubmissionsApi
  readonly versions: FormsVersionsApi

  constructor(transport: Transport) {
    this.#transport = transport
    this.analytics = new FormsAnalyticsApi(transport)
    this.submissions = new FormsSubmissionsApi(transport)
    this.versions = new FormsVersionsApi(transport)
  }

  /**
   * List forms.
   *
   * Newest created first, without their fields and settings.
   *
   * Permission: `forms.view`.
   *
   * `GET /v1/forms`
   */
  list(options?: ListFormsQuery & CallOptions): List<ListedForm> {
    return this.#transport.list('/v1/forms', options)
  }

  /**
   * Create a form.
   *
   * Creates a draft. Forms and their submissions are unlimited and free. A form may not ask for passwords, card
   * details, PINs, one-time passwords or Aadhaar numbers.
   *
   * Permission: `forms.manage`.
   *
   * `POST /v1/forms`
   */
  create(body: NewForm, options?: CallOptions): Answer<Form> {
    return this.#transport.post('/v1/forms', body, options)
  }

  /**
   * Retrieve a form.
   *
   * Permission: `forms.view`.
   *
   * `GET /v1/forms/{id}`
   */
  retrieve(id: FormId, options?: CallOptions): Answer<Form> {
    return this.#transport.get(at`/v1/forms/${id}`, options)
  }

  /**
   * Update a form.
   *
   * What is left out keeps its value; `fields` and `settings` are replaced as a whole. The page shows the change once
   * the form is published again.
   *
   * Permission: `forms.manage`.
   *
   * `PUT /v1/forms/{id}`
   */
  update(id: FormId, body: FormChange, options?: CallOptions): Answer<Form> {
    return this.#transport.put(at`/v1/forms/${id}`, body, options)
  }

  /**
   * Delete a form.
   *
   * Deletes its submissions and files too. Its address stays taken: no other organization can use it.
   *
   * Permission: `forms.manage`.
   *
   * `DELETE /v1/forms/{id}`
   */
  delete(id: FormId, options?: CallOptions): Answer<void> {
    return this.#transport.delete(at`/v1/forms/${id}`, options)
  }

  /**
   * Duplicate a form.
   *
   * Creates a draft with the same fields and settings, without submissions. `name` defaults to the same.
   *
   * Permission: `forms.manage`.
   *
   * `POST /v1/forms/{id}/duplicate`
   */
  duplicate(id: FormId, body: FormCopy, options?: CallOptions): Answer<Form> {
    return this.#transport.post(at`/v1/forms/${id}/duplicate`, body, options)
  }

  /**
   * Preview a form.
   *
   * Returns a page of the draft as visitors would see it, or of the fields and settings in `definition`, which may be
   * unfinished. Nothing is stored.
   *
   * Permission: `forms.view`.
   *
   * `POST /v1/forms/{id}/preview`
   */
  preview(id: FormId, body: FormPreviewRequest, options?: CallOptions): Answer<FormPreview> {
    return this.#transport.post(at`/v1/forms/${id}/preview`, body, options)
  }

  /**
   * Publish a form.
   *
   * The page shows the current fields and settings, as a new version if they changed. A submission keeps the version
   * that it answers. Publishing an unchanged published form has no effect.
   *
   * Permission: `forms.manage`.
   *
   * `POST /v1/forms/{id}/publish`
   */
  publish(id: FormId, options?: CallOptions): Answer<Form> {
    return this.#transport.post(at`/v1/forms/${id}/publish`, undefined, options)
  }

  /**
   * Unpublish a form.
   *
   * Its page takes no submissions. Those that it has stay. Unpublishing it again has no effect.
   *
   * Permission: `forms.manage`.
   *
   * `POST /v1/forms/{id}/unpublish`
   */
  unpublish(id: FormId, options?: CallOptions): Answer<Form> {
    return this.#transport.post(at`/v1/forms/${id}/unpublish`, undefined, options)
  }
}
