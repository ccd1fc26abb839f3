// Limits of a form's definition. The numbers of forms and submissions are unlimited.

export const FIELDS_MAX = 200
export const PAGES_MAX = 20
/** Options per field, and of all fields of a form: a page with more would be too heavy. */
export const OPTIONS_MIN = 2
export const OPTIONS_MAX = 500
export const FORM_OPTIONS_MAX = 1000
/** The definition as JSON. */
export const DEFINITION_BYTES_MAX = 256 * 1024

export const NAME_MAX = 200
export const KEY_MAX = 40
export const LABEL_MAX = 500
export const HELP_MAX = 1000
export const PLACEHOLDER_MAX = 200
export const OPTION_MAX = 200
export const CONSENT_TEXT_MAX = 2000
export const TITLE_MAX = 200
export const DESCRIPTION_MAX = 5000
export const BUTTON_MAX = 60
export const PAGE_TEXT_MAX = 300
/** The parameter of the address that fills a hidden field. */
export const PARAMETER_MAX = 100
export const LANGUAGES_MAX = 10
export const REASON_MAX = 500

export const SHORT_TEXT_MAX = 1000
export const LONG_TEXT_MAX = 20_000
export const NUMBER_MAX = 1e15
export const STEP_MIN = 0.000001
export const RATING_MIN = 3
export const RATING_MAX = 10
export const SCALE_MAX = 10
export const FILES_MAX = 10
export const FILE_BYTES_MAX = 10 * 1024 * 1024
export const SUBMISSIONS_MAX = 1_000_000_000

/** In one `show_if` or in the `if` of one jump. */
export const CONDITIONS_MAX = 20
export const CONDITION_DEPTH_MAX = 4
export const CONDITION_VALUE_MAX = 200
export const JUMPS_MAX = 20

export const LISTS_MAX = 20
export const EMBED_ORIGINS_MAX = 20
export const URL_MAX = 2000
export const AUTO_REPLY_VARIABLES_MAX = 50

export const SLUG_MIN = 3
export const SLUG_MAX = 60
/** Slugs that a form can have over its lifetime. */
export const FORM_SLUGS_MAX = 20

/** Maximum retention of submissions: ten years. */
export const KEPT_DAYS_MAX = 3650
