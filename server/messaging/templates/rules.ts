// Pure rules of templates: status transitions of a version, who decides, valid content, and rendering. spec 15.1, 15.2.

import { type Detail, detailsOf } from '#kit/messages/details.ts'
import { type ValidationError, validationError } from '#kit/messages/field-errors.ts'
import { type FieldError, invalid, invalidFields, Refusal } from '#kit/refusals.ts'
import { isLine } from '#kit/text.ts'
import type { Carrier } from '#messaging/channels/accounts/kind.ts'
import { type ChannelName, CONTENT_MAX } from '#messaging/channels/channel.ts'
import { channels } from '#messaging/channels/channels.ts'
import type { Category } from '#messaging/channels/template-rules.ts'
import { readWritten, type WrittenComponents } from './component-rules.ts'
import { fillComponents, type ReadComponents, readComponents, type TemplateComponents } from './components.ts'
import { isLink, readHtmlPlaces } from './html-places.ts'
import { errorInNames, escapeHtml, fill, lengthWith, namesIn, type Parts, readParts } from './variables.ts'

// --- Status ---------------------------------------------------------------------------------------------------------

export const templateStatuses = ['draft', 'submitted', 'approved', 'rejected', 'paused'] as const
export type TemplateStatus = (typeof templateStatuses)[number]

/** All status transitions by act; anything else is impossible. */
const transitions = {
  edit: { draft: 'draft', rejected: 'draft' },
  submit: { draft: 'submitted', rejected: 'submitted' },
  approve: { submitted: 'approved' },
  reject: { submitted: 'rejected', approved: 'rejected', paused: 'rejected' },
  pause: { approved: 'paused' },
  resume: { paused: 'approved' },
  // Only by a provider that revises its rejection.
  reinstate: { rejected: 'approved' },
} as const satisfies Record<string, Partial<Record<TemplateStatus, TemplateStatus>>>
export type Act = keyof typeof transitions
export const acts = Object.keys(transitions) as Act[]

/** The status after the act, or null when the act is not possible. */
export function statusAfter(act: Act, status: TemplateStatus): TemplateStatus | null {
  return (transitions[act] as Partial<Record<TemplateStatus, TemplateStatus>>)[status] ?? null
}

/** The status that an act leads to. */
const goalOf = (act: Act): TemplateStatus => Object.values(transitions[act])[0] as TemplateStatus

export interface VersionState {
  version: number
  status: TemplateStatus
}

/**
 * The version that an act applies to: the latest if possible, otherwise the one in use. `isDone`: it has that status
 * already. Null when it applies to neither.
 */
export function targetOf(
  act: Act,
  latest: VersionState,
  used: VersionState | null,
): { version: number; status: TemplateStatus; isDone: boolean } | null {
  const candidates = used === null || used.version === latest.version ? [latest] : [latest, used]
  for (const { version, status } of candidates) {
    const after = statusAfter(act, status)
    if (after !== null) return { version, status: after, isDone: false }
  }
  const goal = goalOf(act)
  const done = candidates.find(({ status }) => status === goal)
  return done ? { ...done, isDone: true } : null
}

// --- Who decides ----------------------------------------------------------------------------------------------------

export const deciders = ['sandbox', 'provider', 'operator', 'nobody', 'user'] as const
/** Who decided on a version. `nobody`: no approval was required. */
export type Decider = (typeof deciders)[number]

/** In the sandbox, a template with such a name is rejected, to show what a rejection looks like. */
export const isRejectedInSandbox = (name: string): boolean => name.startsWith(REJECTED_IN_SANDBOX)
const REJECTED_IN_SANDBOX = 'reject_'

/** Who decides on a submitted template. */
export function deciderOf(
  channel: ChannelName,
  carrier: Carrier,
  { hasRegistrar, isApprovedAlways }: { hasRegistrar: boolean; isApprovedAlways: boolean },
): Exclude<Decider, 'user'> {
  // Also in the sandbox.
  if (hasRegistrar && carrier !== 'none') return 'provider'
  if (carrier === 'sandbox') return 'sandbox'
  return channels[channel].templates.needsApproval || isApprovedAlways ? 'operator' : 'nobody'
}

/** The immediate decision for a template with this name; null when somebody must decide. */
export function decidedAtOnce(
  decider: Decider,
  name: string,
): { act: 'approve' } | { act: 'reject'; reason: readonly Detail[] } | null {
  if (decider !== 'sandbox' && decider !== 'nobody') return null
  if (decider === 'sandbox' && isRejectedInSandbox(name))
    return { act: 'reject', reason: detailsOf('rejected_by_sandbox') }
  return { act: 'approve' }
}

// --- Names, languages, categories -----------------------------------------------------------------------------------

const LANGUAGE = /^([A-Za-z]{2,3})((?:[_-][A-Za-z0-9]{2,8}){0,3})$/

/** `en`, `hi`, `en_US` in any case and with `-` or `_`; null when it is not a language code. */
export function readLanguage(text: string): string | null {
  const [, language, rest = ''] = LANGUAGE.exec(text) ?? []
  if (language === undefined) return null
  const parts = rest.split(/[_-]/).slice(1)
  return [language.toLowerCase(), ...parts.map((part) => (part.length === 2 ? part.toUpperCase() : part))].join('_')
}

/** The channel's equivalent of the category; null when it has none. */
export const categoryOn = (channel: ChannelName, category: Category): Category | null =>
  channels[channel].templates.categories[category] ?? null

/** The channel's categories. */
export const categoriesOn = (channel: ChannelName): Category[] =>
  Object.keys(channels[channel].templates.categories) as Category[]

// --- Content --------------------------------------------------------------------------------------------------------

export interface TemplateContent {
  subject: string | null
  text: string | null
  html: string | null
}

/** A version's content, including header, footer and buttons. */
export interface TemplateSource extends TemplateContent {
  components: TemplateComponents | null
}

/** A parsed version, ready to be rendered. */
export interface ReadTemplate {
  components: ReadComponents | null
  subject: Parts | null
  text: Parts | null
  html: Parts | null
  /** The variables of all parts, each once. */
  names: readonly string[]
  /** Variables whose values must be one line, and those used in links. */
  lines: ReadonlySet<string>
  links: ReadonlySet<string>
}

export interface Written extends TemplateSource {
  name: string
  channel: ChannelName
  registeredId: string | null
}

/** Header, footer and buttons on the channel: for SMS the header is the sender id. */
export function componentsOn(
  channel: ChannelName,
  { header = null, footer = null, buttons = null }: Partial<WrittenComponents>,
  category: Category | null,
): { header: string | null; components: TemplateComponents | null; errors: FieldError[] } {
  const { hasComponents = false, isRegistered } = channels[channel].templates
  if (hasComponents) {
    const read = readWritten({ header, footer, buttons }, category)
    return read && 'errors' in read
      ? { header: null, components: null, errors: read.errors }
      : { header: null, components: read, errors: [] }
  }
  const errors: FieldError[] = []
  if (isRegistered && header !== null && typeof header !== 'string')
    errors.push({ field: 'header', ...validationError('wrong_type', { types: ['string'] }) })
  if (!isRegistered && header !== null) errors.push({ field: 'header', ...validationError('not_on_channel') })
  if (footer !== null) errors.push({ field: 'footer', ...validationError('not_on_channel') })
  if (buttons !== null && buttons.length > 0) errors.push({ field: 'buttons', ...validationError('not_on_channel') })
  return { header: typeof header === 'string' ? header : null, components: null, errors }
}

/** Validation errors of a template, one for each field. */
export function errorsIn({ name, channel, registeredId, ...source }: Written): FieldError[] {
  const read = readTemplate(channel, source)
  const errors: FieldError[] = 'errors' in read ? [...read.errors] : []
  const { components, ...content } = source
  errors.push(...channels[channel].errorsIn({ ...content, template_id: null }))
  const rules = channels[channel].templates
  if (rules.name?.pattern.test(name) === false) errors.push({ field: 'name', ...rules.name.error })
  if (rules.textMax !== null && (content.text?.length ?? 0) > rules.textMax)
    errors.push({ field: 'text', ...validationError('too_long', { max: rules.textMax }) })
  if (registeredId !== null && !rules.isRegistered)
    errors.push({ field: 'registered_id', ...validationError('not_on_channel') })
  return [...new Map(errors.map((error) => [error.field, error])).values()]
}

export function readTemplate(channel: ChannelName, content: TemplateSource): ReadTemplate | { errors: FieldError[] } {
  const errors: FieldError[] = []
  const partsOf = (field: keyof TemplateContent): Parts | null => {
    const text = content[field]
    if (text === null) return null
    const parts = readParts(text)
    if (!('message' in parts)) return parts
    errors.push({ field, ...parts })
    return null
  }
  const [subject, text, html] = [partsOf('subject'), partsOf('text'), partsOf('html')]
  const components = content.components && readComponents(content.components)
  if (components && 'errors' in components) errors.push(...components.errors)
  const places = components && 'places' in components ? components.places.map(({ parts }) => parts) : []
  const names = namesIn(subject, text, html, ...places)
  const ofNames = errorInNames(names)
  if (ofNames !== null) errors.push({ field: text ? 'text' : 'html', ...ofNames })
  const htmlPlaces = html && readHtmlPlaces(html)
  if (htmlPlaces && 'message' in htmlPlaces) errors.push({ field: 'html', ...htmlPlaces })
  if (errors.length > 0) return { errors }
  return {
    subject,
    text,
    html,
    components: components as ReadComponents | null,
    names,
    lines: new Set(channels[channel].templates.takesLines ? names : (subject?.names ?? [])),
    links: htmlPlaces && 'links' in htmlPlaces ? htmlPlaces.links : new Set(),
  }
}

// --- Rendering ------------------------------------------------------------------------------------------------------

export const VARIABLE_VALUE_MAX = 2000
export type Variables = Readonly<Record<string, string>>

/**
 * The parts with the values in them; or a refusal (422) that names each variable that is missing, unknown or invalid.
 */
export function renderTemplate(template: ReadTemplate, variables: Variables): TemplateSource | Refusal {
  const errors = errorsInVariables(template, variables)
  if (errors.length > 0) return invalidFields('invalid_content', errors)
  const asIs = (name: string): string => variables[name] as string
  const escaped = new Map((template.html?.names ?? []).map((name) => [name, escapeHtml(asIs(name))]))
  const valueOf = { subject: asIs, text: asIs, html: (name: string) => escaped.get(name) as string }
  const components = template.components && fillComponents(template.components, asIs)
  if (components instanceof Refusal) return components
  const rendered: TemplateSource = { subject: null, text: null, html: null, components }
  for (const part of ['subject', 'text', 'html'] as const) {
    const parts = template[part]
    if (parts === null) continue
    const most = CONTENT_MAX[part]
    if (lengthWith(parts, valueOf[part]) > most)
      return invalid('variables', 'variables_too_long', { other: part, max: most })
    rendered[part] = fill(parts, valueOf[part])
  }
  return rendered
}

function errorsInVariables({ names, lines, links }: ReadTemplate, variables: Variables): FieldError[] {
  const known = new Set(names)
  const errorIn = (name: string): ValidationError | null => {
    if (!Object.hasOwn(variables, name)) return validationError('variable_missing')
    const value = variables[name] as string
    if (lines.has(name) && !isLine(value)) return validationError('variable_not_one_line')
    if (links.has(name) && !isLink(value)) return validationError('variable_not_a_link')
    return null
  }
  const unfit = names.flatMap((name) => {
    const error = errorIn(name)
    return error === null ? [] : [{ field: `variables.${name}`, ...error }]
  })
  const unknown = Object.keys(variables)
    .filter((name) => !known.has(name))
    .map((name) => ({ field: `variables.${name}`, ...validationError('variable_unknown') }))
  return [...unfit, ...unknown]
}
