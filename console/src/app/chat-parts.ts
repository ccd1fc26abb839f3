// Parts of a chat message besides its text: header, footer, and buttons or a list. Pure.

export const mediaTypes = ['image', 'video', 'document'] as const
export type MediaType = (typeof mediaTypes)[number]

export const locationFields = ['latitude', 'longitude', 'name', 'address'] as const
export type LocationField = (typeof locationFields)[number]
export type ShownLocation = Record<LocationField, string>

export const buttonTypes = ['quick_reply', 'url', 'phone_number', 'copy_code'] as const
export type ButtonType = (typeof buttonTypes)[number]

/** A displayed file: by URL, or by name until the URL is loaded. */
export interface ShownFile {
  filename: string | null
  content_type: string | null
  size: number | null
  url: string | null
}

export type ShownHeader =
  | { type: 'text'; text: string }
  | { type: MediaType; file: ShownFile | null }
  | ({ type: 'location' } & ShownLocation)

export interface ShownButton {
  type: ButtonType | (string & {})
  text?: string | undefined
  url?: string | undefined
  phone_number?: string | undefined
  code?: string | undefined
}

/** The filled content of a message to be sent. */
export interface PreviewContent {
  channel: string
  subject: string | null
  text: string | null
  html: string | null
  /** As returned by the API; ignored on channels without such parts. */
  header?: unknown
  footer?: string | null | undefined
  buttons?: readonly ShownButton[] | undefined
}

export interface ShownRow {
  title: string
  description: string | null
}

export interface ShownList {
  button: string
  sections: { title: string | null; rows: ShownRow[] }[]
}

/** Limits of templates and interactive messages. */
export const LIMITS = {
  headerText: 60,
  text: 1024,
  footer: 60,
  buttonText: 25,
  url: 2000,
  phoneNumber: 20,
  code: 15,
  replyTitle: 20,
  listButton: 20,
  listTitle: 24,
  rowDescription: 72,
} as const

export const BUTTONS_MAX = 10
export const BUTTONS_OF_TYPE_MAX: Readonly<Record<ButtonType, number>> = {
  quick_reply: 10,
  url: 2,
  phone_number: 1,
  copy_code: 1,
}
export const REPLY_BUTTONS_MAX = 3
export const ROWS_MAX = 10
/** With more buttons, the app shows two and a third one that opens all. */
export const BUTTONS_SHOWN_MAX = 3

const MEGABYTE = 1024 * 1024
const upTo = (megabytes: number) => ({ bytesMax: megabytes * MEGABYTE, sizeMax: `${megabytes} MB` })

/** The allowed values of each header type. */
export const MEDIA: Readonly<
  Record<MediaType, { types: readonly string[]; names: string; bytesMax: number; sizeMax: string }>
> = {
  image: { types: ['image/jpeg', 'image/png'], names: 'JPEG, PNG', ...upTo(5) },
  video: { types: ['video/mp4', 'video/3gpp'], names: 'MP4, 3GP', ...upTo(16) },
  document: { types: ['application/pdf'], names: 'PDF', ...upTo(100) },
}

/** The header type that displays a file of this content type. */
export const mediaTypeOf = (contentType: string | null): MediaType =>
  mediaTypes.find((type) => contentType !== null && MEDIA[type].types.includes(contentType)) ?? 'document'

/** A header from any API resource; null when there is none, or when it is another channel's text. */
export function shownHeader(header: unknown, files: readonly (ShownFile & { id: string })[] = []): ShownHeader | null {
  if (typeof header !== 'object' || header === null) return null
  const { type, text, attachment_id: id, ...file } = header as Record<string, unknown>
  if (type === 'text') return { type, text: typeof text === 'string' ? text : '' }
  if (type === 'location') return { type, ...locationIn(header) }
  if (!mediaTypes.some((one) => one === type)) return null
  return { type: type as MediaType, file: files.find((one) => one.id === id) ?? fileIn(file) }
}

function locationIn(fields: object): ShownLocation {
  const { latitude = '', longitude = '', name = '', address = '' } = fields as Partial<ShownLocation>
  return { latitude, longitude, name, address }
}

function fileIn(fields: Record<string, unknown>): ShownFile | null {
  const { filename, content_type, size, url } = fields as Partial<ShownFile>
  if (filename === undefined && url === undefined) return null
  return { filename: filename ?? null, content_type: content_type ?? null, size: size ?? null, url: url ?? null }
}

/** Null when it is not a list. */
export function shownList(interactive: { type: string } | null | undefined): ShownList | null {
  if (interactive?.type !== 'list') return null
  const { button, sections } = interactive as unknown as ShownList
  return { button, sections }
}

export function shownReplies(interactive: { type: string } | null | undefined): ShownButton[] {
  if (interactive?.type !== 'buttons') return []
  const { buttons } = interactive as unknown as { buttons: { title: string }[] }
  return buttons.map(({ title }) => ({ type: 'quick_reply', text: title }))
}

/** Only the path: the page may be open under another host name than the server's. */
export const pathOf = (url: string): string => new URL(url, 'http://here').pathname

/** The header with values filled in; `fill` as for the text. */
export function filledHeader(header: unknown, fill: (text: string) => string): unknown {
  const shown = shownHeader(header)
  if (shown?.type === 'text') return { ...(header as object), text: fill(shown.text) }
  return shown?.type === 'location' ? { type: shown.type, ...filledLocation(shown, fill) } : header
}

export const filledLocation = (
  { latitude, longitude, name, address }: ShownLocation,
  fill: (text: string) => string,
): ShownLocation => ({
  latitude: fill(latitude),
  longitude: fill(longitude),
  name: fill(name),
  address: fill(address),
})

/** The buttons with values filled in; `fill` as for the text. */
export const filledButtons = (buttons: readonly ShownButton[], fill: (text: string) => string): ShownButton[] =>
  buttons.map((button) => ({
    ...button,
    ...(button.url !== undefined && { url: fill(button.url) }),
    ...(button.code !== undefined && { code: fill(button.code) }),
  }))
