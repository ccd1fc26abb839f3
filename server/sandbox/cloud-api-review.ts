// Meta's immediate review of a template's components: what it refuses, with its error codes. Pure. Sources: Meta's
// "Template components", "Message templates" (limits) and "Cloud API error codes".

/** An error response that refuses a template. */
export interface FormError {
  /** Null where Meta documents none. */
  subcode: number | null
  title: string
  text: string
}

const BODY_MAX = 1024
const SHORT_MAX = 60
const LABEL_MAX = 25
const URL_MAX = 2000
const CODE_MAX = 15
const BUTTONS_MAX = 10
const COUNT_MAX: Readonly<Record<string, number>> = { URL: 2, PHONE_NUMBER: 1, COPY_CODE: 1 }

const TOO_LONG = 2388040
const MISSING = 2388043
const HEADER_FORMAT = 2388047
const FOOTER_FORMAT = 2388073

const VARIABLE = /\{\{\d+\}\}/g
const EMOJI = /\p{Extended_Pictographic}|\p{Regional_Indicator}/u

type Part = Readonly<Record<string, unknown>>

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const partsOf = (value: unknown): Part[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'object' && one !== null) : []
const countIn = (text: string): number => text.match(VARIABLE)?.length ?? 0

const tooLong = (field: string, max: number): FormError => ({
  subcode: TOO_LONG,
  title: 'Character limit exceeded',
  text: `${field} has more than ${max} characters`,
})
const missing = (component: string, field: string): FormError => ({
  subcode: MISSING,
  title: 'Message template "components" param is missing expected field(s)',
  text: `component of type ${component} is missing expected field(s) (${field})`,
})
const badButtons = (text: string): FormError => ({ subcode: null, title: 'Invalid buttons', text })

/** Null when the components are valid. */
export function formError(components: unknown): FormError | null {
  const parts = partsOf(components)
  if (!parts.some(({ type }) => type === 'BODY')) return missing('BODY', 'text')
  for (const part of parts) {
    const error = errorOf[textOf(part.type)]?.(part) ?? null
    if (error !== null) return error
  }
  return null
}

const errorOf: Readonly<Record<string, (part: Part) => FormError | null>> = {
  HEADER({ format, text: given, example }) {
    if (format === 'LOCATION') return locationError(given, example)
    if (format !== 'TEXT')
      return hasExample(example, 'header_handle') ? null : missing('HEADER', 'example, header_handle')
    const text = textOf(given)
    if (text.length > SHORT_MAX) return tooLong('Header', SHORT_MAX)
    if (countIn(text) > 1 || /[\n*]/.test(text) || EMOJI.test(text))
      return {
        subcode: HEADER_FORMAT,
        title: 'Message header format is incorrect',
        text: "Headers can't have more than one variable, new lines, formatting characters, emojis, or asterisks",
      }
    return countIn(text) > 0 && !hasExample(example, 'header_text') ? missing('HEADER', 'example') : null
  },
  BODY({ text: given, example }) {
    const text = textOf(given)
    if (text.length > BODY_MAX) return tooLong('Body', BODY_MAX)
    return countIn(text) > 0 && !hasExample(example, 'body_text') ? missing('BODY', 'example') : null
  },
  FOOTER({ text: given }) {
    const text = textOf(given)
    if (text.length > SHORT_MAX) return tooLong('Footer', SHORT_MAX)
    if (!text.includes('{{') && !text.includes('\n')) return null
    return { subcode: FOOTER_FORMAT, title: 'Message footer format is incorrect', text: "Footers can't have variables" }
  },
  BUTTONS: ({ buttons }) => buttonsError(partsOf(buttons)),
}

const hasExample = (example: unknown, name: string): boolean => {
  const values = typeof example === 'object' && example !== null ? (example as Part)[name] : undefined
  return Array.isArray(values) && values.length > 0 && values[0] !== null
}

/** Each message supplies its own location: at creation Meta accepts nothing but the format. */
const locationError = (text: unknown, example: unknown): FormError | null =>
  text === undefined && example === undefined
    ? null
    : {
        subcode: HEADER_FORMAT,
        title: 'Message header format is incorrect',
        text: 'A LOCATION header has neither text nor example',
      }

function buttonsError(buttons: readonly Part[]): FormError | null {
  if (buttons.length === 0 || buttons.length > BUTTONS_MAX) return badButtons(`Use 1 to ${BUTTONS_MAX} buttons`)
  const counts = new Map<string, number>()
  let groups = 0
  for (const [index, button] of buttons.entries()) {
    const type = textOf(button.type)
    const count = (counts.get(type) ?? 0) + 1
    counts.set(type, count)
    if (count > (COUNT_MAX[type] ?? BUTTONS_MAX)) return badButtons(`There are too many buttons of the type ${type}`)
    const before = buttons[index - 1]
    if (before === undefined || (before.type === 'QUICK_REPLY') !== (type === 'QUICK_REPLY')) groups++
    const error = buttonError(type, button)
    if (error !== null) return error
  }
  return groups > 2 ? badButtons('Invalid combination: group quick replies and other buttons') : null
}

function buttonError(
  type: string,
  { text: given, url: address, phone_number: phone, example }: Part,
): FormError | null {
  if (type === 'COPY_CODE') {
    const code = textOf(Array.isArray(example) ? example[0] : example)
    if (code === '') return missing('BUTTONS', 'example')
    return code.length > CODE_MAX ? tooLong('Code', CODE_MAX) : null
  }
  const text = textOf(given)
  if (text === '') return missing('BUTTONS', 'text')
  if (text.length > LABEL_MAX) return tooLong('Button text', LABEL_MAX)
  if (/[{}\n]/.test(text) || EMOJI.test(text))
    return badButtons("Buttons can't have any variables, newlines, emojis, or formatting characters")
  if (type === 'PHONE_NUMBER') return textOf(phone) === '' ? missing('BUTTONS', 'phone_number') : null
  if (type !== 'URL') return null
  const url = textOf(address)
  if (url.length > URL_MAX) return tooLong('URL', URL_MAX)
  if (countIn(url) > 1 || (countIn(url) === 1 && !url.endsWith('{{1}}')))
    return badButtons('A URL has at most one variable, at its end')
  return countIn(url) === 1 && !Array.isArray(example) ? missing('BUTTONS', 'example') : null
}
